// Lines of files and functions, by the TypeScript compiler's own reading.
import ts from 'typescript'

export const MAX_FUNCTION_LINES = 60
export const MAX_FILE_LINES = 300
/** Tables of the documents: rows of numbers and texts, hardly a branch. */
export const MAX_TABLE_LINES = 400

export interface TooLong {
  /** `path` of a file, `path#name` of a function. */
  readonly place: string
  readonly lines: number
  readonly limit: number
}

export function tooLongIn(path: string, text: string): TooLong[] {
  const limit = isTable(path) ? MAX_TABLE_LINES : MAX_FILE_LINES
  const lines = text.trimEnd().split('\n').length
  const file = lines > limit ? [{ place: path, lines, limit }] : []
  if (path.endsWith('.py')) return [...file, ...longPythonFunctions(path, text)]
  return [...file, ...longFunctions(path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))]
}

const isTable = (path: string): boolean => path.startsWith('src/rulebook/') && !path.endsWith('.test.ts')

/** From `def` to the last line that is indented deeper. */
function longPythonFunctions(path: string, text: string): TooLong[] {
  const all = text.trimEnd().split('\n')
  return all.flatMap((line, from) => {
    const [, indent, name] = /^( *)def (\w+)/.exec(line) ?? []
    if (indent === undefined) return []
    const after = all.slice(from + 1).findIndex((next) => next.trim() !== '' && !next.startsWith(`${indent} `))
    const body = all.slice(from, after < 0 ? undefined : from + 1 + after)
    const lines = body.join('\n').trimEnd().split('\n').length
    return lines > MAX_FUNCTION_LINES ? [{ place: `${path}#${name}`, lines, limit: MAX_FUNCTION_LINES }] : []
  })
}

function longFunctions(path: string, source: ts.SourceFile): TooLong[] {
  const found: TooLong[] = []
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && !groupsTests(node)) {
      const lines = lineOf(source, node.end) - lineOf(source, node.getStart(source)) + 1
      if (lines > MAX_FUNCTION_LINES) found.push({ place: `${path}#${nameOf(node)}`, lines, limit: MAX_FUNCTION_LINES })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const lineOf = (source: ts.SourceFile, position: number) => source.getLineAndCharacterOfPosition(position).line

/** `describe(…)` only holds tests together. */
function groupsTests(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && /^(?:test\.)?describe\b/.test(node.parent.expression.getText())
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText()
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  if (ts.isCallExpression(parent)) return calledWith(parent)
  return 'function'
}

/** A callback is called by what takes it: a test by its title, others by the function that calls them. */
function calledWith(call: ts.CallExpression): string {
  const title = call.arguments.find(ts.isStringLiteralLike)
  const owner = call.parent && ts.isVariableDeclaration(call.parent) ? `${call.parent.name.getText()} = ` : ''
  return title ? title.text : `${owner}${call.expression.getText().split('\n')[0]!.slice(0, 40)}`
}
