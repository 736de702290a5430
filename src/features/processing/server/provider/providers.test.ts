// Both providers of this service against the port's conformance, and the pace towards them.
import { describe, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { createLocalProvider } from './local-provider.ts'
import { describeProvider } from './provider.conformance.ts'
import { createRequestPacer } from './request-pacer.ts'
import { createScriptedProvider } from './scripted-provider.ts'

describeProvider('local', () => ({
  provider: createLocalProvider(createLocalEngine()),
  beSlow: () => {},
  beNormal: () => {},
}))

describeProvider('scripted', () => {
  const provider = createScriptedProvider()
  return {
    provider,
    beSlow: () => provider.next({ hangs: true }),
    fail: () => provider.next({ failure: 'unknown file format' }),
    beNormal: () => provider.next({}),
  }
})

describe('the pace', () => {
  it('[PROC-21] is at most five requests in any second; more wait and none is refused', async () => {
    const pacer = createRequestPacer()
    const times: number[] = []
    await Promise.all(
      Array.from({ length: 9 }, async () => {
        await pacer.turn()
        times.push(performance.now())
      }),
    )
    expect(times).toHaveLength(9)
    // Timers may fire a millisecond early; six turns within a second would be five gaps of less than 200 ms each.
    for (let n = 5; n < times.length; n += 1) expect(times[n]! - times[n - 5]!).toBeGreaterThanOrEqual(990)
  })

  it('gives up a turn when the run is stopped', async () => {
    const pacer = createRequestPacer(1)
    await pacer.turn()
    await expect(pacer.turn(AbortSignal.timeout(20))).rejects.toThrow()
  })
})
