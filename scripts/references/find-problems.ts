// Mentions in one file that lead nowhere. Ids and sections are looked for in the whole text, paths in Markdown and in comments only
// (a string in code may name a file that is made at run time).
import { dirname, join, normalize } from 'node:path'
import type { Known } from './known.ts'

export interface Problem {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** Folders of this repository; what a mention of a path begins with. */
const TOP_FOLDERS = 'src|docs|scripts|bench|e2e|models|training|migrations|public|emulators|deploy|\\.ci'
const EXTENSIONS = 'tsx?|mjs|py|md|tsv|sql|json|css|weights|webp|txt'
/** A path from the top; in Markdown and in comments also the end of one. `*` and `{x,y}` are patterns, `NNNN` a placeholder. */
const ROOTED_PATH = new RegExp(`(?<![\\w./-])(?:${TOP_FOLDERS})/[\\w.*{},/-]*[\\w*}/]`, 'g')
const SHORT_PATH = new RegExp(`^[\\w*{][\\w.*{},-]*(?:/[\\w.*{},-]+)*\\.(?:${EXTENSIONS})$`)
/** A file of code as comments name it: alone, or with folders before it, also by a name of `imports` in package.json (`#rulebook/…`). */
const FILE_NAME = /(?<![\w/.*{},#-])#?(?:[\w*{][\w*{},.-]*\/)*[\w-]+(?:\.[\w-]+)*\.tsx?\b/g
/** What commands make and git does not keep, and names that stand for any file of a kind. */
const MADE_OR_MEANT =
  /^(?:bench\/out|scripts\/boundaries\/fixture)|NNNN|\.\.|^(?:contract|tables|index)\.ts$|^manifest\.txt$/
/** Reference material beside the repository and the tracker: a reader has neither. Pictures to measure on are fetched, so `data` may be named. */
const OUTSIDE = /(?:\.\.\/)?\bshared\/(?!data\b|secret\b)[\w-]+|\breference\/[\w-]+|\b[Ii]ssue (?:\d+\b|"[A-Z])/g

export function findProblems(file: string, text: string, known: Known): Problem[] {
  const isMarkdown = file.endsWith('.md')
  return text.split('\n').flatMap((content, index) => {
    const messages = [
      ...wrongIds(content, known),
      ...wrongSections(content, known),
      ...unknownDocuments(content),
      ...wrongDecisions(content, known),
      ...wrongScripts(content, known),
      ...[...content.matchAll(OUTSIDE)].map(([path]) => `${path} is outside of the repository`),
      ...(isMarkdown || isComment(content) ? bareNodes(content) : []),
      ...(isMarkdown ? wrongLinks(file, content, known) : []),
      ...(isMarkdown || isComment(content) ? wrongPaths(content, isMarkdown, known) : []),
      ...(!isMarkdown && NAMELESS.test(content) ? ['the comment begins with "Of": say of what thing first'] : []),
    ]
    return messages.map((message) => ({ file, line: index + 1, message }))
  })
}

/** Says only of what something is, so that it can be read with the line below it alone. */
const NAMELESS = /^\s*(?:\{?\/\*\*?|\/\/|#|\*) Of [a-z`]/

/** Whole lines, what follows a statement, and comments within JSX. */
const isComment = (content: string) => /^\s*(?:\/\/|\/?\*|#|--)|\s\/\/ |\{\/\* /.test(content)

function wrongIds(content: string, known: Known): string[] {
  const mentioned = [...content.matchAll(/(?<![\w-])([A-Z]+(?:-[A-Z]+)*)-(\d{2})(?![\w])/g)]
  return mentioned
    .filter(([id, area]) => (/^[CUP]$/.test(area!) || known.areas.has(area!)) && !known.ids.has(id))
    .map(([id]) => `${id} is not in docs/spec`)
}

/** `§2`, `§2 Landing page, §9`, up to the next kind of place. */
const SECTION = '§\\d+(?:\\.\\d+)?'
const SECTION_LIST = `${SECTION}(?:(?:(?!architecture|study|contracts?|document|[12] §)[^§;.)\\]])*${SECTION})*`

function wrongSections(content: string, known: Known): string[] {
  const kinds = [
    { named: '(?:[Dd]ocument|\\b)? ?[12]', sections: known.documentSections, of: 'the documents' },
    { named: '[Aa]rchitecture', sections: known.architectureSections, of: 'ARCHITECTURE.md' },
    { named: '[Ss]tudy', sections: known.studySections, of: 'docs/engine-study.md' },
    { named: 'Topaz contract', sections: known.topazSections, of: 'docs/topaz-contract.md' },
    { named: '[Pp]ayment contracts', sections: known.paymentSections, of: 'docs/payment-contracts.md' },
  ]
  return kinds.flatMap(({ named, sections, of }) =>
    [...content.matchAll(new RegExp(`${named} (${SECTION_LIST})`, 'g'))]
      .flatMap(([, list]) => [...list!.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, section]) => section!))
      .filter((section) => !sections.has(section))
      .map((section) => `§${section} is no section of ${of}`),
  )
}

/** Whose sections may be cited: the kinds above, GB standards, which are public, and those of the document one is in (`list of §3`). */
const DOCUMENT =
  /(?:\b[12]|[Dd]ocuments?|[Aa]rchitecture|[Ss]tudy|Topaz contract|[Pp]ayment contracts|\bGB \d+-\d+|§\d+(?:\.\d+)? (?:and|to|or)|\b(?:of|by)) $/

/** A word before a section that names none of them. */
function unknownDocuments(content: string): string[] {
  return [...content.matchAll(/([A-Za-z]+ )?[A-Za-z]+ (?=§\d)/g)]
    .filter(({ 0: words, index }) => !DOCUMENT.test(content.slice(0, index + words.length)))
    .map(([words]) => `${words.trim()} is no document of the repository`)
}

function wrongDecisions(content: string, known: Known): string[] {
  const lists = [...content.matchAll(/\b[Dd]ecisions? ((?:\d{4}(?:, | and | to )?)+)|docs\/decisions\/(\d{4})/g)]
  return lists
    .flatMap(([, list, single]) => (single ?? list!).match(/\d{4}/g) ?? [])
    .filter((number) => !known.decisions.has(number))
    .map((number) => `decision ${number} does not exist`)
}

/** Script names after `npm run`, also after options; they begin with a small letter. */
function wrongScripts(content: string, known: Known): string[] {
  return [...content.matchAll(/\bnpm run (?:-\S+ )*([a-z][\w:-]*)/g)]
    .map(([, script]) => script!)
    .filter((script) => !known.scripts.has(script))
    .map((script) => `package.json has no script ${script}`)
}

/** The machine's own Node may be 20, which ends with ERR_UNKNOWN_FILE_EXTENSION. */
const bareNodes = (content: string): string[] =>
  [...content.matchAll(/(?<!npx )(?<![\w./-])node (?:--\S+ )*((?:bench|scripts|e2e|emulators)\/[\w./-]+)/g)].map(
    ([, script]) => `${script} is started by npx node, which is the packaged one`,
  )

/** `[text](path#anchor)` of Markdown, from the file's own folder. */
function wrongLinks(file: string, content: string, known: Known): string[] {
  return [...content.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, target]) => {
    if (/^[a-z]+:/.test(target!)) return []
    const [path, anchor] = target!.split('#')
    const linked = path ? normalize(join(dirname(file), path)) : file
    if (!exists(linked, known)) return [`the link ${target} leads nowhere`]
    return anchor && known.anchors.get(linked) && !known.anchors.get(linked)!.has(anchor)
      ? [`${linked} has no heading for #${anchor}`]
      : []
  })
}

function wrongPaths(content: string, isMarkdown: boolean, known: Known): string[] {
  const rooted = [...content.matchAll(ROOTED_PATH)].map(([path]) => path)
  const spans = isMarkdown ? [...content.matchAll(/`([^`]+)`/g)].flatMap(([, span]) => span!.split(/\s+/)) : []
  const short = isMarkdown
    ? spans.filter((span) => SHORT_PATH.test(span))
    : [...content.matchAll(FILE_NAME)].map(([name]) => name.replace(/^#/, ''))
  return [...new Set([...rooted, ...short])]
    .filter((path) => !MADE_OR_MEANT.test(path))
    .filter((path) => !exists(path, known) && !(short.includes(path) && endsSome(path, known)))
    .map((path) => `${path} does not exist`)
}

/** A file, a folder, a pattern that fits something, or a path that leaves its extension away. */
function exists(path: string, known: Known): boolean {
  const trimmed = path.replace(/\/$/, '')
  if (known.files.has(trimmed)) return true
  const pattern = patternOf(trimmed)
  const fits = new RegExp(`^${pattern}(?:/.*|(?:\\.(?:test|e2e))?\\.(?:${EXTENSIONS}))?$`)
  return (
    [...known.files].some((file) => fits.test(file)) ||
    (/^docs\/decisions\/\d{4}$/.test(trimmed) && known.decisions.has(trimmed.slice(-4)))
  )
}

function endsSome(path: string, known: Known): boolean {
  const fits = new RegExp(`(?:^|/)${patternOf(path)}$`)
  return [...known.files].some((file) => fits.test(file))
}

function patternOf(path: string): string {
  return path
    .replace(/[.+()[\]\\^$|]/g, '\\$&')
    .replace(/\*\*/g, '.+')
    .replace(/(?<!\.)\*/g, '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
}
