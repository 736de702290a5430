// The shape of the rulebook itself: pure, self-contained, every text once.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_TEXTS } from './errors/errors.ts'

const root = import.meta.dirname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)
const sourceOf = (file: string): string => readFileSync(resolve(root, file), 'utf8')

const sourceRoot = resolve(root, '..')
const sourceFiles = readdirSync(sourceRoot, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|conformance)\.tsx?$|\/testing\//.test(name))

/** Quoted texts of a source, comments left out. */
const literalsOf = (source: string): string[] =>
  [...source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '').matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)].map(
    (match) => match[2]!,
  )

/** Import sources of a TypeScript text, static and dynamic. */
const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:from\s+|import\s*\(\s*|^import\s+)['"]([^'"]+)['"]/gm)].map((match) => match[1]!)

const isInside = (file: string, source: string): boolean =>
  source.startsWith('.') && !relative(root, resolve(root, dirname(file), source)).startsWith('..')

describe('the rulebook', () => {
  it('finds its own files', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(files.flatMap((file) => importsOf(sourceOf(file))).length).toBeGreaterThan(50)
  })

  it('imports only rulebook files', () => {
    const strangers = files.flatMap((file) =>
      importsOf(sourceOf(file))
        .filter((source) => !isInside(file, source))
        .map((source) => `${file} → ${source}`),
    )
    expect(strangers).toEqual([])
  })

  it('would notice a foreign import', () => {
    expect(importsOf("import { readFile } from 'node:fs'\nimport 'react'\nawait import('../engine/x.ts')")).toEqual([
      'node:fs',
      'react',
      '../engine/x.ts',
    ])
    expect(isInside('username.ts', 'node:fs')).toBe(false)
    expect(isInside('username.ts', '../engine/x.ts')).toBe(false)
    expect(isInside('tools/tool.ts', '../look-up.ts')).toBe(true)
  })

  it('uses no clock, chance, network or process of its own', () => {
    const impure =
      /\b(Date\.now|new Date\(\)|Math\.random|fetch\(|process\.|console\.|localStorage|setTimeout|setInterval)/
    expect(files.filter((file) => impure.test(sourceOf(file)))).toEqual([])
  })

  it('is the only place of an outcome text, and writes it once', () => {
    const texts = new Set<string>(Object.values(ERROR_TEXTS))
    const places = sourceFiles.flatMap((file) =>
      literalsOf(readFileSync(resolve(sourceRoot, file), 'utf8'))
        .filter((literal) => texts.has(literal))
        .map((literal) => ({ literal, file })),
    )
    const seen = new Set<string>()
    const twice = places.filter(({ literal }) => seen.size === seen.add(literal).size)
    expect(texts.size).toBeGreaterThan(100)
    expect(places.length).toBeGreaterThan(100)
    expect(twice).toEqual([])
    expect(places.filter(({ file }) => !file.startsWith('rulebook'))).toEqual([])
  })

  it('leaves no Chinese text to the servers of the features (what the console tells the operator is not meant)', () => {
    // The columns of Alipay's and WeChat's bills are words of their protocol; a command speaks to the operator's console.
    const isMeant = (file: string) => /^features\/[^/]+\/server\//.test(file) && !/(pay-bill|-command)\.ts$/.test(file)
    const servers = sourceFiles.filter(isMeant)
    const texts = servers.flatMap((file) =>
      literalsOf(readFileSync(resolve(sourceRoot, file), 'utf8'))
        .filter((literal) => /[\u4e00-\u9fff]/.test(literal))
        .map((literal) => `${file}: ${literal}`),
    )
    expect(servers.length).toBeGreaterThan(0)
    expect(texts).toEqual([])
  })
})
