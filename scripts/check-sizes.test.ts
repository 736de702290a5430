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
})
