// `npm run wording`: holds the Chinese of screens and emails against docs/wording.md. A text that the documents quote (docs/spec) is exempt: it
// is theirs, word for word.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { faultsIn, lacksLastStop } from './wording-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const quoted = ['requirements.tsv', 'contradictions.md']
  .map((name) => readFileSync(`${root}docs/spec/${name}`, 'utf8'))
  .join('\n')
/** Whole, not as a part of a longer text: 图像处理成功 is no quotation of Topaz AI图像处理成功. */
const isQuoted = (text: string): boolean =>
  quoted.includes(text) &&
  new RegExp(`(?<![\\p{L}\\p{N}])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u').test(quoted)
const isForOperators = (name: string): boolean => /\/admin\//.test(name)
const files = globSync(['src/rulebook/**/*.ts', 'src/features/*/web/**/*.{ts,tsx}', 'src/app/**/*.{ts,tsx}'], {
  cwd: root,
}).filter((name) => !/\.test\.tsx?$|\/testing\/|\/server\//.test(name))

const complaints = files.flatMap((name) => {
  const source = ts.createSourceFile(name, readFileSync(root + name, 'utf8'), ts.ScriptTarget.Latest, true)
  return textsOf(source).flatMap(({ text, at, kind }) => {
    if (isQuoted(text)) return []
    const line = source.getLineAndCharacterOfPosition(at).line + 1
    const faults = kind === 'joined' ? [] : faultsIn(text, { isForOperators: isForOperators(name) })
    if (kind !== 'part' && lacksLastStop(text)) faults.push('no full stop behind the last of several sentences')
    return faults.map((fault) => `${name}:${line}: ${fault}: ${text.trim()}`)
  })
})
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exit(1)
console.log(`The wording holds in ${files.length} files.`)

interface FoundText {
  readonly text: string
  readonly at: number
  /** A template gives both its parts, for their words, and the whole, for its end. */
  readonly kind: 'whole' | 'part' | 'joined'
}

function textsOf(source: ts.SourceFile): FoundText[] {
  const found: FoundText[] = []
  const visit = (node: ts.Node): void => {
    const isPart = ts.isJsxText(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    const at = node.getStart(source)
    if (isPart || ts.isStringLiteralLike(node)) found.push({ text: node.text, at, kind: isPart ? 'part' : 'whole' })
    if (ts.isTemplateExpression(node)) found.push({ text: joined(node), at, kind: 'joined' })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function joined({ head, templateSpans }: ts.TemplateExpression): string {
  return head.text + templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
}
