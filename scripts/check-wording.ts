// `npm run wording`: holds the Chinese of screens and emails against docs/wording.md. A text that the documents quote (docs/spec) is exempt: it
// is theirs, word for word.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { faultsIn } from './wording-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const quoted = ['requirements.tsv', 'contradictions.md']
  .map((name) => readFileSync(`${root}docs/spec/${name}`, 'utf8'))
  .join('\n')
/** Whole, not as a part of a longer text: 图像处理成功 is no quotation of Topaz AI图像处理成功. */
const isQuoted = (text: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(text)}(?![\\p{L}\\p{N}])`, 'u').test(quoted)
const isForOperators = (name: string): boolean => /\/admin\//.test(name)
const files = globSync(['src/rulebook/**/*.ts', 'src/features/*/web/**/*.{ts,tsx}', 'src/app/**/*.{ts,tsx}'], {
  cwd: root,
}).filter((name) => !/\.test\.tsx?$|\/testing\/|\/server\//.test(name))

const complaints = files.flatMap((name) => {
  const source = ts.createSourceFile(name, readFileSync(root + name, 'utf8'), ts.ScriptTarget.Latest, true)
  return textsOf(source).flatMap(({ text, at }) => {
    if (isQuoted(text)) return []
    const line = source.getLineAndCharacterOfPosition(at).line + 1
    return faultsIn(text, { isForOperators: isForOperators(name) }).map(
      (fault) => `${name}:${line}: ${fault}: ${text.trim()}`,
    )
  })
})
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exit(1)
console.log(`The wording holds in ${files.length} files.`)

function textsOf(source: ts.SourceFile): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push({ text: node.text, at: node.getStart(source) })
    else if (ts.isJsxText(node)) found.push({ text: node.text, at: node.getStart(source) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
