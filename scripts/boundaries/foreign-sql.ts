// Which files ask or change tables of other features in SQL texts: the import rule `tables-stay-at-home` cannot see them (decision 0034).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const DECLARED = /\bpg(?:Table|View)\(\s*'(\w+)'/g
const NAMED = /\b(?:from|join|update|into)\s+(?:only\s+)?"?([a-z_]+)\b/gi
const NO_PRODUCT = /\.(?:test|conformance)\.ts$|\/testing\/|\/tests\/|\/tables\.ts$/

/** File to the foreign tables that it names, in order of their names. */
export function foreignSqlIn(root: string): Map<string, string> {
  const homes = new Map<string, string>()
  for (const file of globSync('src/features/*/server/**/tables.ts', { cwd: root }))
    for (const [, table] of readFileSync(join(root, file), 'utf8').matchAll(DECLARED))
      homes.set(table!, featureOf(file)!)
  const found = new Map<string, string>()
  for (const file of globSync('src/{features/*,app,platform}/server/**/*.ts', { cwd: root }).sort()) {
    if (NO_PRODUCT.test(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    const isForeign = (table: string) => homes.has(table) && homes.get(table) !== featureOf(file)
    if (!tablesIn(text).some(isForeign)) continue
    const foreign = new Set(sqlTextsOf(file, text).flatMap(tablesIn).filter(isForeign))
    if (foreign.size > 0) found.set(file, [...foreign].sort().join(' '))
  }
  return found
}

const featureOf = (file: string): string | undefined => /^src\/features\/([^/]+)\//.exec(file)?.[1]
const tablesIn = (text: string): string[] => [...text.matchAll(NAMED)].map(([, table]) => table!)

/** String and template literals, so that no comment counts. */
function sqlTextsOf(file: string, text: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) texts.push(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return texts
}
