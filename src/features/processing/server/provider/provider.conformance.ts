// What every provider must do, run for each of them (architecture §5): honest results, progress that never falls, a prompt stop,
// failures that the rulebook can name.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CreditHold, holdCredits } from '#features/credits/server/hold-credits.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { isErrorCode } from '#rulebook/errors/errors.ts'
import { stageText } from '#rulebook/runs/progress.ts'
import { PARAMETER_KEYS } from '#rulebook/tools/parameter.ts'
import { createTestUser } from '../testing/test-service.ts'
import { failureOf } from './failure-of.ts'
import type { Provider, ProviderProgress, ProviderRequest, ProviderRun } from './provider.ts'

export interface ProviderUnderTest {
  readonly provider: Provider
  /** The next run takes long enough to be stopped. */
  beSlow(): void
  /** The next run fails; undefined when the conformance's broken picture makes it fail by itself. */
  readonly fail?: () => void
  /** Back to ordinary work. */
  beNormal(): void
}

export function describeProvider(name: string, open: () => ProviderUnderTest): void {
  describe(`provider ${name}`, () => {
    const { provider, beSlow, fail, beNormal } = open()
    let database: Database
    let hold: CreditHold
    let folder: string
    beforeAll(async () => {
      database = await openTestDatabase()
      folder = await mkdtemp(join(tmpdir(), 'huanying-provider-'))
      const userId = await createTestUser(database)
      hold = await database.orm.transaction((tx) => holdCredits(tx, { userId, jobId: crypto.randomUUID(), credits: 2 }))
    })
    afterAll(async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    })

    const requestOf = async (run: string, width: number, height: number): Promise<ProviderRequest> => {
      const path = (file: string) => join(folder, `${run}-${file}`)
      const pixels = Buffer.from(Uint8Array.from({ length: width * height * 3 }, (_, n) => (n * 2654435761) >>> 24))
      await sharp(pixels, { raw: { width, height, channels: 3 } })
        .png()
        .toFile(path('source'))
      return {
        modelKey: 'denoise/normal',
        params: {},
        sourcePath: path('source'),
        resultPath: path('result.png'),
        thumbnailPath: path('thumbnail.jpg'),
        viewPath: path('view'),
      }
    }
    const runOf = (changes: Partial<ProviderRun> = {}): ProviderRun => ({
      signal: new AbortController().signal,
      timeoutMs: 60_000,
      onProgress: () => {},
      remembered: {},
      remember: async () => {},
      ...changes,
    })

    it('writes result, thumbnail and view of the size that it says', async () => {
      beNormal()
      const request = await requestOf('normal', 96, 64)
      const progress: ProviderProgress[] = []
      const outcome = await provider.process(hold, request, runOf({ onProgress: (step) => void progress.push(step) }))
      const result = await sharp(request.resultPath).metadata()
      expect(result).toMatchObject({ format: 'png', width: outcome.width, height: outcome.height })
      const thumbnail = await sharp(request.thumbnailPath).metadata()
      expect(thumbnail.format).toBe('jpeg')
      expect(Math.max(thumbnail.width, thumbnail.height)).toBeLessThanOrEqual(200)
      expect(`image/${(await sharp(request.viewPath).metadata()).format}`).toBe(outcome.viewMimeType)
      expect(outcome.inputHeight).toBeGreaterThan(0)
      expect(outcome.seconds).toBeGreaterThanOrEqual(0)
      const fractions = progress.map(({ fraction }) => fraction)
      expect(fractions.length).toBeGreaterThan(0)
      expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
      expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true)
      expect(progress.map(({ stage }) => stageText(stage))).not.toContain('')
    })

    it('begins nothing without the proof that credits are held', async () => {
      beNormal()
      const request = await requestOf('unpaid', 96, 64)
      const copy = Object.assign(Object.create(Object.getPrototypeOf(hold)), hold) as CreditHold
      await expect(provider.process(copy, request, runOf())).rejects.toThrow('no proof of held credits')
      expect((await readdir(folder)).filter((file) => file.startsWith('unpaid-'))).toEqual(['unpaid-source'])
    })

    it('stops when its signal fires, throws, and leaves no result', async () => {
      beSlow()
      const request = await requestOf('stopped', 1600, 1200)
      const controller = new AbortController()
      const running = provider.process(hold, request, runOf({ signal: controller.signal }))
      setTimeout(() => controller.abort(), 200)
      await expect(running).rejects.toThrow()
      expect((await readdir(folder)).filter((file) => file.startsWith('stopped-result'))).toEqual([])
      beNormal()
    })

    it('does not begin when its signal has fired before', async () => {
      const request = await requestOf('late', 96, 64)
      await expect(provider.process(hold, request, runOf({ signal: AbortSignal.abort() }))).rejects.toThrow()
    })

    it('fails in words or codes that the rulebook names', async () => {
      fail?.()
      const request = await requestOf('broken', 96, 64)
      await writeFile(request.sourcePath, 'no picture at all')
      const error = await provider.process(hold, request, runOf()).catch((thrown: unknown) => thrown)
      const failure = failureOf(error)
      expect(isErrorCode(failure.code)).toBe(true)
      expect(failure.code).not.toBe('unexpected')
      beNormal()
    })

    it('declares what it cannot honour by the names of the rulebook, each with its reason', () => {
      for (const [key, reason] of Object.entries(provider.capabilities.unsupportedParams)) {
        expect(PARAMETER_KEYS).toContain(key)
        expect(reason).toMatch(/[\u4e00-\u9fff]/)
      }
    })
  })
}
