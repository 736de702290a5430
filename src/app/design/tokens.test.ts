import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { AA_TEXT, contrastOf } from './contrast.ts'
import { TEXT_PAIRS } from './text-pairs.ts'
import { motionVariables } from './tokens.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

it('measures contrast as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
  expect(contrastOf('#ffffff', '#777777')).toBe(contrastOf('#777777', '#ffffff'))
})

it.each(TEXT_PAIRS)('$use is readable: $text on $ground', ({ text, ground }) => {
  expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(AA_TEXT)
})

it('durations and easings of changes stand in the tokens only', () => {
  const styles = globSync('src/**/*.css', { cwd: ROOT }).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')])
  const own = styles.filter(([, text]) =>
    /transition:[^;]*\d+m?s/.test(text!.replace(/transition-duration: 0\.01ms/g, '')),
  )
  expect(own.map(([path]) => path)).toEqual([])
  const used = styles.flatMap(([, text]) => [...text!.matchAll(/var\((--motion-[a-z]+)\)/g)].map(([, name]) => name))
  expect(used.length).toBeGreaterThan(3)
  for (const name of used) expect(motionVariables).toHaveProperty(name!)
})
