// What becomes of a run when the vendor, the line, the answer or our own process fails, and what the vendor takes for it.
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'
import type { ProviderMemory, ProviderRun } from '../provider.ts'
import { KEY, openTopazHarness } from './testing/topaz-harness.ts'
import type { TopazOptions } from './topaz-provider.ts'

const harness = await openTopazHarness()
const { emulator: shared, lines, providerFor, requestOf, runOf, submits, taken } = harness
afterEach(harness.reset)
afterAll(harness.close)

describe('what may fail', () => {
  const work = async (changes: Partial<ProviderRun> = {}, options: Partial<TopazOptions> = {}) => {
    const request = await requestOf('denoise/normal')
    return providerFor(options).process(harness.hold(), request, runOf(changes))
  }
  const failure = async (options: Partial<TopazOptions> = {}, changes: Partial<ProviderRun> = {}) =>
    failureOf(await work(changes, options).catch((error: unknown) => error)).code

  it('what passes is waited for: 425, 429, 500, a gateway, cut and reset lines, foreign bodies', async () => {
    const before = taken()
    shared.script.add(
      { method: 'POST', fault: { status: 425 } },
      { method: 'POST', fault: { status: 429 } },
      { method: 'POST', fault: { html: true } },
      { method: 'POST', fault: { reset: 'before' } },
      { method: 'GET', path: '/status/', fault: { status: 500 } },
      { method: 'GET', path: '/status/', fault: { truncated: true } },
      { method: 'GET', path: '/status/', fault: { reset: 'after' } },
      { method: 'GET', path: '/download/', fault: { status: 429 } },
      { path: '/blob/', fault: { status: 403 } },
      { path: '/blob/', fault: { cutAtBytes: 40 } },
      { path: '/blob/', fault: { corrupt: true } },
      { path: '/blob/', fault: { contentType: 'text/html', bytesPerSecond: 1e6 } },
    )
    expect(await work()).toMatchObject({ width: 60, height: 40 })
    expect(taken() - before).toBe(1)
    expect(lines.filter((line) => line.includes('an answer is fetched again'))).toHaveLength(4)
  })

  it('a submit whose answer is lost is found by its file name; the vendor is paid once', async () => {
    const before = taken()
    const memory: ProviderMemory[] = []
    shared.script.add(
      { method: 'POST', fault: { reset: 'after' } },
      { method: 'GET', path: '/status', fault: { status: 500 } },
    )
    await work({ remember: async (step) => void memory.push(step) })
    expect(submits()).toHaveLength(1)
    expect(taken() - before).toBe(1)
    const [job] = shared.vendor.jobs.list()
    expect(memory).toEqual([{ isSubmitting: true }, { remoteTaskId: job!.id }, { vendorCredits: 1 }])
  })

  it('a worker killed after the submit, before the id is stored, and one killed while it looked: the next finds the task', async () => {
    const before = taken()
    const request = await requestOf('denoise/normal')
    const died = providerFor().process(
      harness.hold(),
      request,
      runOf({ remember: async (step) => (step.remoteTaskId ? Promise.reject(new Error('killed')) : undefined) }),
    )
    await expect(died).rejects.toThrow('killed')
    await providerFor().process(harness.hold(), request, runOf({ remembered: { isSubmitting: true } }))
    const [job] = shared.vendor.jobs.list()
    await providerFor().process(harness.hold(), request, runOf({ remembered: { remoteTaskId: job!.id } }))
    expect(submits()).toHaveLength(1)
    expect(taken() - before).toBe(1)
  })

  it('what does not pass is said at once, by status and not by words', async () => {
    const before = taken()
    for (const [status, code] of [
      [400, 'processing-failed'],
      [401, 'provider-key'],
      [402, 'provider-quota'],
      [403, 'provider-key'],
      [412, 'provider-key'],
      [413, 'image-size'],
      [415, 'image-format'],
      [422, 'image-format'],
    ] as const) {
      shared.script.add({ method: 'POST', fault: { status } })
      expect([status, await failure()]).toEqual([status, code])
    }
    expect(await failure({ apiKey: undefined })).toBe('provider-key')
    expect(lines.join()).toContain('TOPAZ_API_KEY is not set')
    shared.script.add({ method: 'POST', fault: { job: { failsAt: 30 } } })
    expect(await failure()).toBe('processing-failed')
    expect(taken() - before).toBe(0)
  })

  it('a status of its own, progress backwards and an end in the past confuse nobody', async () => {
    const fractions: number[] = []
    shared.script.add({
      method: 'POST',
      fault: { job: { oddStatus: 'Dreaming', etaShiftSeconds: -3600, durationSeconds: 300 } },
    })
    await work()
    expect(lines.join()).toContain('Dreaming')
    shared.script.add({ method: 'POST', fault: { job: { runsBackwards: true, durationSeconds: 60 } } })
    await work({ onProgress: ({ fraction }) => void fractions.push(fraction) })
    expect(fractions.length).toBeGreaterThan(1)
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
  })

  it.each([86_400, -86_400])(
    'an expected end that is wrong by %i s, as two clocks may differ, holds nobody up',
    async (etaShiftSeconds) => {
      shared.script.add({ method: 'POST', fault: { job: { etaShiftSeconds, durationSeconds: 60 } } })
      const looksAt = shared.requests.length
      expect(await work()).toMatchObject({ width: 60 })
      const looks = shared.requests.slice(looksAt).filter(({ path }) => path.includes('/status/'))
      // 0.2 s of work, looked at every 40 ms at the most: one look alone would be a wait by the vendor's clock.
      expect(looks.length).toBeGreaterThan(1)
    },
  )

  it('an answer that is broken, without an end or of another size is no result; credits of the vendor are remembered', async () => {
    const memory: ProviderMemory[] = []
    shared.script.add({ path: '/blob/', times: 3, fault: { corrupt: true } })
    expect(await failure({}, { remember: async (step) => void memory.push(step) })).toBe('processing-failed')
    expect(memory.at(-1)).toEqual({ vendorCredits: 1 })
    shared.script.add({ path: '/blob/', fault: { endless: true } })
    expect(await failure()).toBe('processing-failed')
    shared.script.add({ method: 'POST', fault: { job: { wrongSize: { width: 61, height: 40 } } } })
    expect(await failure()).toBe('processing-failed')
    shared.vendor.settings.namesAddressUrl = true
    expect(await work()).toMatchObject({ width: 60 })
  })

  it('the key goes to the vendor alone: neither to the store of pictures nor into the log or an error', async () => {
    shared.script.add({ method: 'POST', fault: { status: 400 } })
    const error = await work().catch((thrown: Error) => thrown)
    await work()
    const blobs = shared.requests.filter(({ origin }) => origin === 'blob')
    expect(blobs).toHaveLength(1)
    expect(blobs[0]!.headerNames).not.toContain('x-api-key')
    expect(submits()[0]!.headerNames).toContain('x-api-key')
    const written = lines.join() + JSON.stringify(error) + String((error as Error).stack)
    for (const secret of [KEY, 'X-Amz-Signature']) expect(written).not.toContain(secret)
  })
})

describe('cancel and stop', () => {
  const start = async (durationSeconds: number) => {
    shared.script.add({ method: 'POST', fault: { job: { durationSeconds } } })
    const provider = providerFor()
    const controller = new AbortController()
    const request = await requestOf('denoise/normal')
    const ended = provider
      .process(harness.hold(), request, runOf({ signal: controller.signal }))
      .catch((error: Error) => error)
    await expect.poll(() => shared.vendor.jobs.list()[0]?.filename).toContain(harness.hold().jobId)
    await expect.poll(() => shared.requests.some(({ path }) => path.includes('/status/'))).toBe(true)
    return { provider, controller, ended, job: shared.vendor.jobs.list()[0]!, jobId: harness.hold().jobId }
  }
  const stop = (why: string) => new DOMException(why, 'AbortError')

  it('while the vendor has it in line: stopped, and nothing taken', async () => {
    const before = taken()
    const { provider, controller, ended, job, jobId } = await start(1e6)
    expect(await provider.cancel!(jobId, {})).toBe(true)
    controller.abort(stop('cancelled'))
    expect(await ended).toBeInstanceOf(Error)
    expect([job.end?.status, taken() - before]).toEqual(['Cancelled', 0])
  })

  it('while the vendor works on it: too late, the result is delivered', async () => {
    const { provider, ended, jobId } = await start(10_000)
    shared.vendor.clock.advance(5000)
    expect(await provider.cancel!(jobId, {})).toBe(false)
    shared.vendor.clock.advance(10_000)
    expect(await ended).toMatchObject({ width: 60 })
  })

  it('whoever ends it at its deadline takes it from the vendor, a stop of the process leaves it there', async () => {
    const late = await start(1e6)
    late.controller.abort(stop('timeout'))
    await late.ended
    await late.provider.abandon!(late.jobId, {})
    expect(late.job.end?.status).toBe('Cancelled')
    const handedOn = await start(1e6)
    handedOn.controller.abort(stop('stopping'))
    await handedOn.ended
    expect(shared.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    expect(handedOn.job.end).toBeUndefined()
    shared.vendor.jobs.cancel(handedOn.job)
  })
})
