// Who is served next: lanes take turns, so many calls of one lane delay only that lane.
import { expect, it } from 'vitest'
import { createRunQueue } from './run-queue.ts'

it('nobody waits behind two files of one stranger', async () => {
  const queue = createRunQueue(2, { perLane: 1 })
  const served: string[] = []
  const enter = async (lane: string) => {
    const leave = await queue.enter(undefined, lane)
    served.push(lane)
    return leave
  }
  const first = await enter('flood')
  const flood = [enter('flood'), enter('flood')]
  const own = await enter('person')
  expect(served).toEqual(['flood', 'person'])
  const other = enter('other')
  first()
  const leaveOther = await other
  own()
  leaveOther()
  for (const one of flood) (await one)()
  expect(served).toEqual(['flood', 'person', 'other', 'flood', 'flood'])
})

it('a place is given back once, and a call that gave up takes none', async () => {
  const queue = createRunQueue(1)
  const leave = await queue.enter()
  const giving = new AbortController()
  const gaveUp = queue.enter(giving.signal)
  giving.abort()
  await expect(gaveUp).rejects.toMatchObject({ code: 'cancelled' })
  leave()
  leave()
  await queue.enter()
  const third = queue.enter()
  expect(await Promise.race([third.then(() => 'entered'), Promise.resolve('waits')])).toBe('waits')
})
