// The shape of the rulebook itself: pure, self-contained, every text once.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = import.meta.dirname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)
const sourceOf = (file: string): string => readFileSync(resolve(root, file), 'utf8')

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

  it('writes every outcome text once', () => {
    const sentences = files.flatMap((file) =>
      [...sourceOf(file).matchAll(/'([^'\n]*[\u4e00-\u9fff][^'\n]*)'/g)]
        .map((match) => match[1]!)
        .filter((text) => text.length >= 6),
    )
    const twice = sentences.filter((text, index) => sentences.indexOf(text) !== index)
    expect(sentences.length).toBeGreaterThan(150)
    expect(twice).toEqual([])
  })
})
