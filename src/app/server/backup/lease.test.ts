// One place, several machines: who has it, who is told, and what a machine that is gone leaves behind.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { LeaseLostError, type LeaseStore, refuseWhileHeld, withLease } from './lease.ts'

const TIMES = { renewMs: 50, lostMs: 1000, staleMs: 1500, settleMs: 100 }
const PLACE = 's3://backups/nightly'
vi.spyOn(console, 'error').mockReturnValue()

/** A place at a server that does not know conditional writes, as Swift. */
function placeWith(text?: string): LeaseStore & { text: string | undefined } {
  return {
    text,
    async read() {
      return this.text
    },
    async putNew(next) {
      this.text = next
      return true
    },
    async put(next) {
      this.text = next
    },
    async remove() {
      this.text = undefined
    },
  }
}

/** Work that goes on until it is told to end. */
function longWork() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { work: () => promise, end: () => resolve('done') }
}

it('of two machines that come at the same moment one works, the other is told', async () => {
  const store = placeWith()
  const { work, end } = longWork()
  const both = [1, 2].map(() => withLease(store, PLACE, work, TIMES))
  const refused = await Promise.any(
    both.map((one) =>
      one.then(
        () => Promise.reject(),
        (error: Error) => error,
      ),
    ),
  )
  expect(refused.message).toMatch(/^Another machine is at work on s3:.*taken by .* at .*请等它结束/)
  end()
  expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(store.text).toBeUndefined()
})

it('a server that knows conditional writes refuses the second at once, and its own lost answer is no refusal', async () => {
  const store = placeWith()
  const conditional: LeaseStore = { ...store, putNew: async () => false, read: async () => undefined }
  await expect(withLease(conditional, PLACE, async () => 'done', TIMES)).rejects.toThrow(/^Another machine is at work/)
  const answerLost: LeaseStore = Object.assign(placeWith(), {
    putNew(this: { text: string }, text: string) {
      this.text = text
      return Promise.resolve(false)
    },
  })
  expect(await withLease(answerLost, PLACE, async () => 'done', TIMES)).toBe('done')
})

it('whoever comes while a living machine is at work is refused, also who only reads', async () => {
  const store = placeWith()
  const { work, end } = longWork()
  const first = withLease(store, PLACE, work, TIMES)
  await expect.poll(() => store.text).toBeDefined()
  await expect(withLease(store, PLACE, async () => 'second', TIMES)).rejects.toThrow('Another machine is at work')
  await expect(refuseWhileHeld(store, PLACE, TIMES)).rejects.toThrow('Another machine is at work')
  end()
  expect(await first).toBe('done')
  await expect(refuseWhileHeld(store, PLACE, TIMES)).resolves.toBeUndefined()
})

it.each(['{"owner":"gone","machine":"other","heartbeat":7}', 'not json'])(
  'what a machine that is gone has left is taken over: %s',
  async (left) => {
    const store = placeWith(left)
    expect(await withLease(store, PLACE, async () => store.text, TIMES)).toContain('"owner"')
    expect(store.text).toBeUndefined()
  },
)

it('what a third machine took over in between is that machine’s', async () => {
  const [left, taken] = ['{"owner":"gone","heartbeat":7}', '{"owner":"third","heartbeat":0}']
  const store = placeWith(taken)
  const looks = [left]
  const raced: LeaseStore = {
    ...store,
    read: async () => looks.shift() ?? store.text,
    put: (text) => store.put(text),
  }
  // What was left is believed without watching it.
  await expect(withLease(raced, PLACE, async () => 'done', { ...TIMES, staleMs: 0 })).rejects.toThrow('Another machine')
  expect(store.text).toBe(taken)
})

it('a machine whose place was taken meanwhile stops, and leaves the other one its own', async () => {
  const store = placeWith()
  const running = withLease(store, PLACE, longWork().work, TIMES)
  await expect.poll(() => store.text).toContain('"heartbeat":1')
  store.text = '{"owner":"somebody else"}'
  await expect(running).rejects.toThrow(LeaseLostError)
  await expect(running).rejects.toThrow('请重新执行')
  expect(store.text).toBe('{"owner":"somebody else"}')
})

it('a place that does not answer for a moment is kept, one that does not answer for long is given up', async () => {
  const store = placeWith()
  const { work, end } = longWork()
  const line = { isCut: false }
  const overLine: LeaseStore = {
    ...store,
    read: () => (line.isCut ? Promise.reject(new Error('no line')) : store.read()),
    putNew: (text) => store.putNew(text),
    put: (text) => store.put(text),
    remove: () => store.remove(),
  }
  const running = withLease(overLine, PLACE, work, TIMES)
  await expect.poll(() => store.text).toContain('"heartbeat":1')
  line.isCut = true
  await delay(TIMES.renewMs * 2)
  line.isCut = false
  const at = store.text
  await expect.poll(() => store.text).not.toBe(at)
  end()
  expect(await running).toBe('done')

  const cutOff = withLease(overLine, PLACE, longWork().work, TIMES)
  await expect.poll(() => store.text).toContain('"heartbeat":1')
  line.isCut = true
  await expect(cutOff).rejects.toThrow(LeaseLostError)
})
