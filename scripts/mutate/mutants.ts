// Mutants of a file: each changes one literal, comparison or condition of the code or of an SQL statement in it,
// or leaves out one condition of Drizzle's.
import ts from 'typescript'

export interface Mutant {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Counted from 1. */
  readonly line: number
}

const OPPOSITES = new Map<ts.SyntaxKind, readonly string[]>([
  [ts.SyntaxKind.LessThanToken, ['<=', '>=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [ts.SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['||']],
  [ts.SyntaxKind.BarBarToken, ['&&']],
  [ts.SyntaxKind.PlusToken, ['-']],
  [ts.SyntaxKind.MinusToken, ['+']],
  [ts.SyntaxKind.AsteriskToken, ['/']],
  [ts.SyntaxKind.SlashToken, ['*']],
])

const SQL = /\b(select|where|order by)\b/

/** What a statement decides by; the rest of it is names, whose absence the database itself reports. */
const SQL_OPPOSITES: Readonly<Record<string, string>> = {
  and: 'or',
  or: 'and',
  'is null': 'is not null',
  'is not null': 'is null',
  exists: 'not exists',
  'not exists': 'exists',
  in: 'not in',
  'not in': 'in',
  '= any': '<> all',
  '<> all': '= any',
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  desc: 'asc',
  'on conflict do nothing': '',
}
const longestFirst = Object.keys(SQL_OPPOSITES).toSorted((one, other) => other.length - one.length)
const SQL_WORD = new RegExp(
  `(?<![\\w<>=-])(?:${longestFirst.join('|')})(?![\\w<>=])|(?<![\\w$'.]|exists \\(select )\\d+(?![\\w.])`,
  'g',
)

/** The pieces of a statement between its values. */
function sqlPieces(node: ts.Node, file: ts.SourceFile): ts.Node[] {
  if (!(ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))) return []
  const isTagged = ts.isTaggedTemplateExpression(node.parent) && node.parent.tag.getText(file) === 'sql'
  if (!isTagged && !SQL.test(node.getText(file))) return []
  return ts.isTemplateExpression(node) ? [node.head, ...node.templateSpans.map(({ literal }) => literal)] : [node]
}

const CONDITIONS = new Set('eq ne lt lte gt gte isNull isNotNull inArray notInArray'.split(' '))

/** The names under which a file has Drizzle's conditions. */
function conditionsOf(file: ts.SourceFile): ReadonlySet<string> {
  const names = file.statements
    .filter(ts.isImportDeclaration)
    .filter(({ moduleSpecifier }) => moduleSpecifier.getText(file).slice(1, -1) === 'drizzle-orm')
    .flatMap(({ importClause }) => {
      const bindings = importClause?.namedBindings
      return bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : []
    })
    .filter(({ name, propertyName }) => CONDITIONS.has((propertyName ?? name).text))
  return new Set(names.map(({ name }) => name.text))
}

/**
 * A condition that can be dropped without a syntax error: Drizzle's `and`, `or` and `where` leave `undefined` out. A join and a statement's
 * text would be refused by the database, which says nothing about the tests.
 */
function isDroppable(node: ts.Node, file: ts.SourceFile, conditions: ReadonlySet<string>): boolean {
  if (!ts.isCallExpression(node) || !conditions.has(node.expression.getText(file))) return false
  const { parent } = node
  return (
    !ts.isTemplateSpan(parent) &&
    !(ts.isCallExpression(parent) && /(?:Join|^not)$/.test(parent.expression.getText(file)))
  )
}

/** An equals sign after `set` gives a value and compares nothing. */
const isAssignment = (before: string): boolean => /\bset\b(?![\s\S]*\b(?:where|and|case|when|on)\b)/.test(before)

/** In the order of the file. Types and imports decide nothing at run time; texts are the documents' and have tests of their own. */
export function mutantsOf(source: string, path: string): Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const conditions = conditionsOf(file)
  const mutants: Mutant[] = []
  const change = (node: ts.Node, ...texts: string[]) => {
    const start = node.getStart(file)
    const line = file.getLineAndCharacterOfPosition(start).line + 1
    for (const text of texts) mutants.push({ start, end: node.getEnd(), text, line })
  }
  const changeSql = (piece: ts.Node) => {
    const text = piece.getText(file)
    for (const { 0: word, index } of text.matchAll(SQL_WORD)) {
      if (word === '=' && isAssignment(text.slice(0, index))) continue
      const start = piece.getStart(file) + index
      const line = file.getLineAndCharacterOfPosition(start).line + 1
      mutants.push({ start, end: start + word.length, text: SQL_OPPOSITES[word] ?? `(${word} + 1)`, line })
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isNumericLiteral(node) && isRead(node)) change(node, `(${node.text} + 1)`)
    if (node.kind === ts.SyntaxKind.TrueKeyword) change(node, 'false')
    if (node.kind === ts.SyntaxKind.FalseKeyword) change(node, 'true')
    if (ts.isBinaryExpression(node)) change(node.operatorToken, ...(OPPOSITES.get(node.operatorToken.kind) ?? []))
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      change(node, node.operand.getText(file))
    if (isDroppable(node, file, conditions)) change(node, 'undefined')
    sqlPieces(node, file).forEach(changeSql)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return mutants
}

/** Not the name of a property. */
const isRead = (node: ts.Node): boolean => !(ts.isPropertyAssignment(node.parent) && node.parent.name === node)

export const mutated = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end)
