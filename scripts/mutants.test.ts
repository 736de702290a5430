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

/** `@` stands for a value that is handed to the database. */
const STATEMENT = [
  'export const open = sql`update jobs set state = 1',
  '  where id = @ and',
  '  (ended is null or age < 9)`',
  'export const said = `1 and 2 = @`',
].join('\n')

it('changes what a statement of the database decides by, and no other text', () => {
  const source = STATEMENT.replaceAll('@', '$'.concat('{id}'))
  const changed = mutantsOf(source, 'a.ts').map((mutant) => mutated(source, mutant).split('\n')[mutant.line - 1])
  expect(changed.map((line) => line?.replace(/\$.id./, '@'))).toEqual([
    'export const open = sql`update jobs set state = (1 + 1)',
    '  where id <> @ and',
    '  where id = @ or',
    '  (ended is not null or age < 9)`',
    '  (ended is null and age < 9)`',
    '  (ended is null or age >= 9)`',
    '  (ended is null or age < (9 + 1))`',
  ])
})

const QUERY = [
  "import { and, eq, isNull as isEmpty } from 'drizzle-orm'",
  "import { gt } from './order.ts'",
  'const own = table.where(and(eq(table.id, id), isEmpty(table.endedAt)))',
  'const joined = table.leftJoin(other, eq(other.id, table.id)).where(gt(one, other))',
  'const joinedBy = table.leftJoin(other, and(eq(other.id, table.id), OPEN))',
  'const said = sql`not $@eq(table.id, id)}`',
].join('\n')

it("leaves out each condition of Drizzle's that a query can be without", () => {
  const source = QUERY.replace('@', '{')
  const changed = mutantsOf(source, 'a.ts').map((mutant) => mutated(source, mutant).split('\n')[mutant.line - 1])
  expect(changed).toEqual([
    'const own = table.where(and(undefined, isEmpty(table.endedAt)))',
    'const own = table.where(and(eq(table.id, id), undefined))',
    'const joinedBy = table.leftJoin(other, and(undefined, OPEN))',
  ])
})
