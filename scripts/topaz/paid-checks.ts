// Checks that need a paid task (Topaz contract §2.4, §3, §4, §5): one run of one credit from submit to picture, a second one that is cancelled, and
// an enlargement that shows which spelling of settings works.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { settingFields, type TopazGeneration } from '#features/processing/server/provider/topaz/topaz-models.ts'
import type { AskVendor, Seen } from './ask-vendor.ts'
import { type Check, CheckFailure } from './check.ts'

const SIDE_PX = { width: 300, height: 200 }

/** The paid run, as far as it has come. */
interface OpenTask {
  readonly name: string
  id?: string | undefined
  link?: string | undefined
}
const idOf = ({ id }: OpenTask): string => id ?? fail('no task was taken')

export function paidChecks(ask: AskVendor, generation: TopazGeneration, pollMs: number): Check[] {
  const open: OpenTask = { name: `check_${randomUUID()}.png` }
  return [
    ...taskChecks(ask, open, pollMs),
    ...pictureChecks(ask, open),
    cancelCheck(ask),
    spellingCheck(ask, generation, pollMs),
  ]
}

function taskChecks(ask: AskVendor, open: OpenTask, pollMs: number): Check[] {
  const { name } = open
  return [
    {
      name: 'a submit answers id, source and an absolute end in seconds, also as headers',
      section: '§2.4',
      async run() {
        const { status, body, headers } = await ask.submit(
          'denoise/async',
          { model: 'Normal', output_format: 'png' },
          await file(name),
        )
        open.id = typeof body?.process_id === 'string' ? body.process_id : undefined
        const eta = Number(body?.eta)
        const isWell =
          headers.get('x-process-id') === open.id && typeof body?.source_id === 'string' && Number.isInteger(eta)
        return {
          isAsWritten: status === 200 && isWell,
          found: `${status}, eta ${eta}, header ${headers.get('x-process-id') ? 'there' : 'missing'}`,
        }
      },
    },
    {
      name: 'the answer of a task that is not done is 409',
      section: '§4',
      async run() {
        const { status } = await ask.get(`download/${idOf(open)}`)
        // The vendor may be done by now.
        return { isAsWritten: status === 409 || status === 200, found: String(status) }
      },
    },
    {
      name: 'the task ends as Completed, keeps our file name and takes one credit',
      section: '§3, §10',
      async run() {
        const { status, filename, credits, progress } = (await pollUntilEnded(ask, idOf(open), pollMs)) ?? {}
        const isWell = status === 'Completed' && filename === name && credits === 1
        return {
          isAsWritten: isWell,
          found: `${status}, ${credits} credits, ${progress} %, name ${filename === name ? 'kept' : 'changed'}`,
        }
      },
    },
    {
      name: 'the list finds it by its file name',
      section: '§7',
      async run() {
        const { body } = await ask.get('status?paginated=true&limit=100')
        const list = (Array.isArray(body) ? body : (body?.data ?? [])) as { filename?: string }[]
        return { isAsWritten: list.some(({ filename }) => filename === name), found: `${list.length} tasks` }
      },
    },
  ]
}

function pictureChecks(ask: AskVendor, open: OpenTask): Check[] {
  return [
    {
      name: 'its picture has an address on another host with the name download_url, good without our key',
      section: '§4',
      async run() {
        const { body } = await ask.get(`download/${idOf(open)}`)
        open.link = [body?.download_url, body?.url].find((value) => typeof value === 'string') as string | undefined
        const { status } = await ask.fetchBlob(open.link ?? fail('no address'))
        const isWell = typeof body?.download_url === 'string' && typeof body.head_url === 'string' && status === 200
        return { isAsWritten: isWell, found: `${Object.keys(body ?? {}).join(', ')}; the store answered ${status}` }
      },
    },
    {
      name: 'the picture is the PNG that was asked for, of the size of the input',
      section: '§2.1',
      async run() {
        const { format, width, height, exif } = await sharp(
          (await ask.fetchBlob(open.link ?? fail('no address'))).bytes,
        ).metadata()
        const isWell = format === 'png' && width === SIDE_PX.width && height === SIDE_PX.height
        return { isAsWritten: isWell, found: `${format}, ${width} × ${height}, EXIF ${exif ? 'kept' : 'gone'}` }
      },
    },
  ]
}

const cancelCheck = (ask: AskVendor): Check => ({
  name: 'a task that waits can be cancelled',
  section: '§5',
  async run() {
    const { body } = await ask.submit(
      'denoise/async',
      { model: 'Normal', output_format: 'png' },
      await file(`check_${randomUUID()}.png`),
    )
    const { status } = await ask.remove(`cancel/${String(body?.process_id)}`)
    return {
      isAsWritten: status === 204 || status === 409,
      found: `${status}${status === 409 ? ': it was working already' : ''}`,
    }
  },
})

/** A misspelt setting is silently ignored (Topaz contract §0): only `options_json` shows which ones were accepted. */
const spellingCheck = (ask: AskVendor, generation: TopazGeneration, pollMs: number): Check => ({
  name: `settings in the spelling of ${generation} are taken`,
  section: '§0, §9',
  async run() {
    const settings = settingFields(generation, 'enhance/standard/standard-v2', { sharpen: 0.3, fix_compression: 0.7 })
    const fields = { model: 'Standard V2', output_format: 'png', output_height: '400', ...settings }
    const { body } = await ask.submit('enhance/async', fields, await file(`check_${randomUUID()}.png`))
    const done = await pollUntilEnded(ask, String(body?.process_id), pollMs)
    const options = String(done?.options_json ?? '')
    const names = Object.keys(settings).filter((key) => /sharpen|compression/i.test(key))
    const isWell = names.length > 0 && names.every((key) => options.includes(`"${key}"`)) && done?.output_height === 400
    return { isAsWritten: isWell, found: `options_json ${options || 'missing'}, output_height ${done?.output_height}` }
  },
})

const file = async (name: string) => ({
  name,
  type: 'image/png',
  bytes: await sharp({ create: { ...SIDE_PX, channels: 3, background: '#8090a0' } })
    .png()
    .toBuffer(),
})

const POLLS_MAX = 200
async function pollUntilEnded(ask: AskVendor, id: string, pollMs: number): Promise<Seen['body']> {
  for (let n = 0; n < POLLS_MAX; n += 1) {
    const { body } = await ask.get(`status/${id}`)
    if (['Completed', 'Failed', 'Cancelled'].includes(String(body?.status))) return body
    await delay(pollMs)
  }
  return fail('no end in time')
}

const fail = (why: string): never => {
  throw new CheckFailure(why)
}
