// Checks that cost nothing (Topaz contract §3 to §7, §10): account, estimates of all 23 models, refusals.
import { randomUUID } from 'node:crypto'
import {
  settingFields,
  type TopazGeneration,
  topazModelOf,
} from '#features/processing/server/provider/topaz/topaz-models.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { AskVendor, Seen } from './ask-vendor.ts'
import type { Check } from './check.ts'

const INPUT = { input_width: 1500, input_height: 1000 }
const OUTPUT = { output_width: 3000, output_height: 2000 }
/** Topaz contract §10, by vendor path: megapixels of one credit. */
const MEGAPIXELS_PER_CREDIT: Readonly<Record<string, number>> = { 'enhance-gen': 4, 'sharpen-gen': 20 }
const OTHERS = 24

export function freeChecks(ask: AskVendor, generation: TopazGeneration): Check[] {
  return [
    {
      name: 'the balance is three integers, and available is total without reserved',
      section: '§6.3',
      async run() {
        const { status, body } = await ask.balance()
        const { available_credits: available, reserved_credits: reserved, total_credits: total } = body ?? {}
        const isWell =
          [available, reserved, total].every(Number.isInteger) && available === Number(total) - Number(reserved)
        return { isAsWritten: status === 200 && isWell, found: `${status}, ${available} = ${total} - ${reserved}` }
      },
    },
    {
      name: 'an unknown key is 401 with a message',
      section: '§7',
      run: async () => refusal(await ask.balance('no-key-of-anybody'), [401]),
    },
    {
      name: 'a page of statuses has data and pagination',
      section: '§3',
      async run() {
        const { status, body } = await ask.get('status?paginated=true&limit=1')
        const isPage = Array.isArray(body?.data) && typeof body.pagination === 'object'
        return { isAsWritten: status === 200 && (isPage || generation === 'g1'), found: `${status}, ${keysOf(body)}` }
      },
    },
    ...refusals(ask),
    ...MODELS.map(
      (model): Check => ({
        name: `${model.key}: an estimate at the price of the contract`,
        section: '§6.1, §10',
        run: () => estimateOf(ask, generation, model.key),
      }),
    ),
  ]
}

/** Refusals of unknown ids and of files that are not pictures. */
function refusals(ask: AskVendor): Check[] {
  return [
    {
      name: 'an unknown task is 404',
      section: '§7',
      run: async () => refusal(await ask.get(`status/${randomUUID()}`), [404]),
    },
    { name: 'an id that is none is 400', section: '§7', run: async () => refusal(await ask.get('status/none'), [400]) },
    {
      name: 'the answer of an unknown task is 404',
      section: '§4',
      run: async () => refusal(await ask.get(`download/${randomUUID()}`), [404]),
    },
    {
      name: 'the cancel of an unknown task is 404',
      section: '§5',
      run: async () => refusal(await ask.remove(`cancel/${randomUUID()}`), [404]),
    },
    {
      name: 'a submit without a picture is 400',
      section: '§2.1',
      run: async () => refusal(await ask.submit('denoise/async', { model: 'Normal' }), [400]),
    },
    {
      name: 'a file that is no picture is 415',
      section: '§7',
      run: async () => {
        const file = { bytes: Buffer.from('no picture'), name: 'check.png', type: 'image/png' }
        return refusal(await ask.submit('denoise/async', { model: 'Normal' }, file), [415])
      },
    },
  ]
}

async function estimateOf(ask: AskVendor, generation: TopazGeneration, modelKey: string) {
  const { name, path, category, isGenerative, hasSizes } = topazModelOf(generation, modelKey)
  const { status, body } = await ask.estimate(isGenerative ? 'estimate-gen' : 'estimate', {
    category,
    model: name,
    ...INPUT,
    ...(hasSizes && OUTPUT),
    output_format: 'png',
    ...settingFields(generation, modelKey, {}),
  })
  const size = hasSizes ? OUTPUT : { output_width: INPUT.input_width, output_height: INPUT.input_height }
  const megapixels = (size.output_width * size.output_height) / 1e6
  const credits = Math.max(1, Math.ceil(megapixels / (MEGAPIXELS_PER_CREDIT[path] ?? OTHERS)))
  const isWell = body?.credits === credits && Number.isInteger(body.duration)
  return {
    isAsWritten: status === 200 && isWell,
    found: `${status}, ${body?.credits} credits (written: ${credits}), ${body?.duration} s${messageOf(body)}`,
  }
}

const keysOf = (body: Seen['body']) => (body ? Object.keys(body).join(', ') : 'no JSON')
const messageOf = (body: Seen['body']) => (typeof body?.message === 'string' ? `: ${body.message}` : '')
function refusal({ status, body }: Seen, wanted: readonly number[]) {
  return {
    isAsWritten: wanted.includes(status) && typeof body?.message === 'string',
    found: `${status}${messageOf(body)}${body ? '' : ', no JSON'}`,
  }
}
