import { expect, it } from 'vitest'
import { mutantsOf, mutated } from './mutate/mutants.ts'

const SOURCE = `import { LIMIT } from './limit.ts'
interface Size { readonly px: 1 | 2 }
export const isSmall = (px: number, isOpen = true): boolean => !isOpen && px <= LIMIT * 2
export const TABLE = { 200: 'two', of: 3 } as const
`

it('changes numbers, conditions and comparisons one at a time, and neither types nor names', () => {
  const changed = mutantsOf(SOURCE, 'a.ts').map((mutant) => mutated(SOURCE, mutant).split('\n')[mutant.line - 1])
  expect(changed).toEqual([
    'export const isSmall = (px: number, isOpen = false): boolean => !isOpen && px <= LIMIT * 2',
    'export const isSmall = (px: number, isOpen = true): boolean => !isOpen || px <= LIMIT * 2',
    'export const isSmall = (px: number, isOpen = true): boolean => isOpen && px <= LIMIT * 2',
    'export const isSmall = (px: number, isOpen = true): boolean => !isOpen && px < LIMIT * 2',
    'export const isSmall = (px: number, isOpen = true): boolean => !isOpen && px > LIMIT * 2',
    'export const isSmall = (px: number, isOpen = true): boolean => !isOpen && px <= LIMIT / 2',
    'export const isSmall = (px: number, isOpen = true): boolean => !isOpen && px <= LIMIT * (2 + 1)',
    "export const TABLE = { 200: 'two', of: (3 + 1) } as const",
  ])
})
