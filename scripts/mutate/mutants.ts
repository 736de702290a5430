// Small lies about a file: each mutant changes one literal, comparison or condition that the code decides by.
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

/** In the order of the file. Types and imports decide nothing at run time; texts are the documents' and stand in tests of their own. */
export function mutantsOf(source: string, path: string): Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const change = (node: ts.Node, ...texts: string[]) => {
    const start = node.getStart(file)
    const line = file.getLineAndCharacterOfPosition(start).line + 1
    for (const text of texts) mutants.push({ start, end: node.getEnd(), text, line })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isNumericLiteral(node) && isRead(node)) change(node, `(${node.text} + 1)`)
    if (node.kind === ts.SyntaxKind.TrueKeyword) change(node, 'false')
    if (node.kind === ts.SyntaxKind.FalseKeyword) change(node, 'true')
    if (ts.isBinaryExpression(node)) change(node.operatorToken, ...(OPPOSITES.get(node.operatorToken.kind) ?? []))
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      change(node, node.operand.getText(file))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return mutants
}

/** Not the name of a property. */
const isRead = (node: ts.Node): boolean => !(ts.isPropertyAssignment(node.parent) && node.parent.name === node)

export const mutated = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end)
