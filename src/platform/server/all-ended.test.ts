import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { allEnded } from './all-ended.ts'

it('answers what each answered', async () => {
  expect(await allEnded([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
})

it('throws the first failure of their order, after the last has ended', async () => {
  const ended: string[] = []
  const slow = setImmediate().then(() => {
    ended.push('slow')
    throw new Error('of the first')
  })
  const quick = Promise.reject(new Error('of the second'))
  await expect(allEnded([slow, quick])).rejects.toThrow('of the first')
  expect(ended).toEqual(['slow'])
})
