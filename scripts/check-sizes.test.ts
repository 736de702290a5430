// The check of sizes can fail: what is one line too long is found, what just fits is not.
import { expect, it } from 'vitest'
import { tooLongIn } from './sizes/measure-sizes.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `  use(${index})`).join('\n')
const functionOf = (bodyLines: number) => `export function long() {\n${lines(bodyLines)}\n}\n`

it('a function of 61 lines is too long, one of 60 is not', () => {
  expect(tooLongIn('src/a.ts', functionOf(59))).toEqual([{ place: 'src/a.ts#long', lines: 61, limit: 60 }])
  expect(tooLongIn('src/a.ts', functionOf(58))).toEqual([])
})

it('arrow functions, methods and tests count; describe does not', () => {
  const body = lines(60)
  expect(tooLongIn('src/a.tsx', `const Page = () => {\n${body}\n}`)).toMatchObject([{ place: 'src/a.tsx#Page' }])
  expect(tooLongIn('src/a.ts', `class A {\n  run() {\n${body}\n  }\n}`)).toMatchObject([{ place: 'src/a.ts#run' }])
  expect(tooLongIn('src/a.test.ts', `it('holds', () => {\n${body}\n})`)).toMatchObject([
    { place: 'src/a.test.ts#holds' },
  ])
  expect(tooLongIn('src/a.test.ts', `describe('all', () => {\n${body}\n})`)).toEqual([])
})

it('a file of 301 lines is too long; a table of the rulebook may have 400', () => {
  expect(tooLongIn('src/app/a.ts', lines(301))).toEqual([{ place: 'src/app/a.ts', lines: 301, limit: 300 }])
  expect(tooLongIn('src/app/a.ts', lines(300))).toEqual([])
  expect(tooLongIn('src/rulebook/a.ts', lines(400))).toEqual([])
  expect(tooLongIn('src/rulebook/a.ts', lines(401))).toHaveLength(1)
  expect(tooLongIn('src/rulebook/a.test.ts', lines(301))).toHaveLength(1)
})

it('Python counts: files, and functions up to what stands outside of them', () => {
  const body = (count: number) => '    use()\n'.repeat(count)
  expect(tooLongIn('training/a.py', `def long():\n${body(60)}\n\nX = 1\n`)).toEqual([
    { place: 'training/a.py#long', lines: 61, limit: 60 },
  ])
  expect(tooLongIn('training/a.py', `def short():\n${body(59)}\n\nif X:\n${body(9)}`)).toEqual([])
  expect(tooLongIn('training/a.py', 'x = 1\n'.repeat(301))).toMatchObject([{ place: 'training/a.py' }])
})
