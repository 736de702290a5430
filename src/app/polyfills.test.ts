import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const code = readFileSync(resolve(import.meta.dirname, '../../public/polyfills.js'), 'utf8')
/** Takes the functions away in a world of its own, lets the script put its own there, and asks it. */
const inOldEngine = (question: string): unknown =>
  runInNewContext(
    `delete Object.hasOwn; delete Array.prototype.at; delete String.prototype.at; ${code}; JSON.stringify(${question})`,
  )

it('gives Object.hasOwn', () => {
  expect(
    inOldEngine("[Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString'), Object.hasOwn('ab', 'length')]"),
  ).toBe('[true,false,true]')
})

it('gives at()', () => {
  expect(
    inOldEngine("[[1, 2, 3].at(-1), [1, 2, 3].at(0), 'abc'.at(-2), [1].at(5) === undefined, [4, 5].at(1.7)]"),
  ).toBe('[3,1,"b",true,5]')
})
