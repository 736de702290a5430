// The dark look keeps every pair of colours readable: the pairs of the light one, by the places that they hold in its scales.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { AA_TEXT, contrastOf } from './contrast.ts'

const styles = readFileSync(resolve(import.meta.dirname, '../styles/dark.css'), 'utf8')
const dark = new Map(
  [...styles.slice(0, styles.indexOf('@media print')).matchAll(/(--[a-z0-9-]+): (#[0-9a-f]{6});/g)].map(
    ([, name, value]) => [name!, value!] as const,
  ),
)
const colour = (name: string): string => {
  if (name === 'white') return '#ffffff'
  const value = dark.get(name.startsWith('--') ? name : `--mantine-color-${name}`)
  if (!value) throw new Error(`dark.css has no ${name}`)
  return value
}

const GROUNDS = ['body', 'default', 'gray-0', 'gray-1', 'default-hover']
const WORDS = [
  'text',
  'dimmed',
  'anchor',
  'error',
  'red-8',
  'gray-6',
  'gray-7',
  'gray-8',
  'gray-9',
  'jade-7',
  'jade-8',
  'black',
]
const PAIRS = [
  ...GROUNDS.flatMap((ground) => WORDS.map((word) => [word, ground] as const)),
  ...['body', 'default'].map((ground) => ['placeholder', ground] as const),
  ...['jade', 'gray', 'red', 'orange', 'green', 'yellow'].map(
    (name) => [`${name}-light-color`, `${name}-light`] as const,
  ),
  ...['jade-0', 'jade-1', 'jade-light', 'jade-light-hover'].map((ground) => ['jade-8', ground] as const),
  ['white', 'jade-filled'],
  ['white', 'jade-filled-hover'],
  ['white', 'red-filled'],
  ['white', 'red-filled-hover'],
  ['body', 'gray-9'],
  ['text', '--raised'],
  ['--caution-text', '--caution-ground'],
] as const

it.each(PAIRS)('%s on %s is readable in the dark', (word, ground) => {
  expect(contrastOf(colour(word!), colour(ground!))).toBeGreaterThanOrEqual(AA_TEXT)
})

it('has a place for each step of both scales', () => {
  for (const scale of ['gray', 'jade', 'dark']) for (let step = 0; step < 10; step += 1) colour(`${scale}-${step}`)
})
