// The documented range of every parameter (document 2 §5), over HTTP, of every model that has it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ParameterKey } from '#rulebook/tools/parameter.ts'
import type { StartJob } from '../../contract.ts'
import { createProviders } from '../provider/providers.ts'
import { createScriptedProvider } from '../provider/scripted-provider.ts'
import { createTestUser, openTestService, readMoney, startInput, type TestService } from '../testing/test-service.ts'

type Value = StartJob['params'][string]

/** Least and greatest that are taken, and what lies just beyond them, beside them, or is no such value at all. */
const RANGES: Readonly<Record<ParameterKey, { readonly taken: readonly Value[]; readonly refused: readonly Value[] }>> =
  {
    output_height: { taken: [512, 4096], refused: [448, 511, 4097, 4160, 2049, '2048'] },
    face_enhancement: { taken: [true, false], refused: ['true', 1] },
    sharpen: { taken: [0, 1], refused: [-0.1, 1.1, 0.55, 'a lot'] },
    denoise: { taken: [0, 1], refused: [-0.1, 1.1, 0.55, 'a lot'] },
    fix_compression: { taken: [0, 1], refused: [-0.1, 1.1, 0.55, 'a lot'] },
    strength: { taken: [0.01, 1], refused: [0, 1.01, 2, 0.505] },
    minor_denoise: { taken: [0.01, 1], refused: [0, 1.01, 0.505] },
    minor_deblur: { taken: [0.01, 1], refused: [0, 1.01, 0.505] },
    original_detail: { taken: [0, 1], refused: [-0.1, 1.1, 0.55] },
    prompt: { taken: ['', '光'.repeat(1024)], refused: ['光'.repeat(1025), 1] },
    creativity: { taken: [1, 6], refused: [0, 7, 3.5] },
    texture: { taken: [0, 1], refused: [-0.1, 1.1, 0.55] },
    detail: { taken: [0, 1], refused: [-0.1, 1.1, 0.55] },
    focus_boost: { taken: [0.25, 1], refused: [0.2, 1.05, 0.27] },
    seed: { taken: [-2147483648, 2147483647], refused: [-2147483649, 2147483648, 1.5, '1'] },
    color_correction: { taken: [true, false], refused: [0, 'false'] },
    exposure: { taken: [0, 2], refused: [-0.1, 2.1, 0.55] },
    highlight: { taken: [0, 2], refused: [-0.1, 2.1, 0.55] },
    shadow: { taken: [0, 2], refused: [-0.1, 2.1, 0.55] },
    temperature: { taken: [0.01, 1], refused: [0, 1.01, 0.505] },
    opacity: { taken: [0.01, 1], refused: [0, 1.01, 0.505] },
  }
const ALL_KEYS = Object.keys(RANGES) as ParameterKey[]

let service: TestService
let userId: string
let input: StartJob
beforeAll(async () => {
  // The provider honours everything.
  service = await openTestService({
    hasWorker: false,
    providers: () => createProviders({ byDefault: createScriptedProvider() }),
  })
  userId = await createTestUser(service.database)
  // A price that no model has: whose parameters pass is stopped there, and nothing is ever taken.
  input = await startInput(service, userId, { mode: 'manual', shownCredits: 99 })
})
afterAll(() => service.close())

const codeOf = async (modelKey: string, key: string, value: Value): Promise<string> => {
  const call = service.clientOf(userId).processing.jobs.start({ ...input, modelKey, params: { [key]: value } })
  const { code, status } = await call.then(
    () => ({ code: 'started', status: 200 }),
    (error: { code: string; status: number }) => error,
  )
  return `${code} ${status}`
}

describe.each(MODELS.map(({ key, params }) => [key, Object.keys(params) as ParameterKey[]] as const))(
  '%s',
  (modelKey, own) => {
    it('[PARAM-29] refuses every value beyond its range, and takes the ends', async () => {
      for (const key of own) {
        for (const value of RANGES[key].refused)
          expect([key, value, await codeOf(modelKey, key, value)]).toEqual([key, value, 'parameter-invalid 400'])
        for (const value of RANGES[key].taken)
          expect([key, value, await codeOf(modelKey, key, value)]).toEqual([key, value, 'price-changed 409'])
      }
    })

    it('[PARAM-29] refuses every parameter of other models', async () => {
      for (const key of ALL_KEYS.filter((other) => !own.includes(other)))
        expect([key, await codeOf(modelKey, key, RANGES[key].taken[1]!)]).toEqual([key, 'parameter-unsupported 400'])
    })
  },
)

it('[PARAM-29] each of the 21 parameters belongs to a model, and no refusal took anything', async () => {
  expect(new Set(MODELS.flatMap(({ params }) => Object.keys(params)))).toEqual(new Set(ALL_KEYS))
  expect(await service.database.query('select id from processing_history')).toEqual([])
  expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
})

it('[PARAM-17] half of a pair of UTF-16 in a prompt is the mark for an unknown character, and no failure of ours', async () => {
  const asked = { modelKey: 'enhance/generative/redefine', shownCredits: 5, params: { prompt: '光\ud83d' } } as const
  const job = await service.clientOf(userId).processing.jobs.start({ ...input, ...asked })
  expect(job.params).toEqual({ prompt: '光\ufffd' })
})
