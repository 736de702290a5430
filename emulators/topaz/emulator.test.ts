// The emulator against its contract (Topaz contract §12), as a client without our adapter sees it.
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { type EmulatorOptions, openTopazEmulator, type TopazEmulator } from './emulator.ts'

const KEY = 'good-key'
let emulator: TopazEmulator

async function open(options: EmulatorOptions = {}): Promise<TopazEmulator> {
  emulator = await openTopazEmulator({ keys: { [KEY]: 'good' }, pictures: 'resize', ...options })
  return emulator
}
afterEach(() => emulator.close())

const picture = (format: 'png' | 'webp' = 'png', width = 120, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: '#806040' } })
    .toFormat(format)
    .toBuffer()

async function send(path: string, fields: Record<string, string>, image?: Buffer, key = KEY): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (image) form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'job_1.png')
  return fetch(`${emulator.imageBase}/${path}`, { method: 'POST', body: form, headers: { 'X-API-Key': key } })
}
const get = (path: string, method = 'GET') =>
  fetch(`${emulator.imageBase}/${path}`, { method, headers: { 'X-API-Key': KEY } })
const control = (path: string, body: unknown) =>
  fetch(`${emulator.origin}/__emulator/${path}`, { method: 'POST', body: JSON.stringify(body) })
const standard = { model: 'Standard V2', output_format: 'png', output_height: '160' }

describe('a job from submit to download', () => {
  it('lives by the clock: pending, processing, completed; its credits are reserved, then taken; the picture is real', async () => {
    await open({ credits: 10 })
    const answer = await send('enhance/async', { ...standard, sharpen: '0.4', nonsense: '1' }, await picture())
    expect(answer.status).toBe(200)
    const { process_id: id, eta } = (await answer.json()) as { process_id: string; eta: number }
    expect(answer.headers.get('X-Process-ID')).toBe(id)
    expect(eta - Date.now() / 1000).toBeGreaterThan(2)
    const balance = async () =>
      (await fetch(`${emulator.accountBase}/credits/balance`, { headers: { 'X-API-Key': KEY } })).json()
    expect(await balance()).toEqual({ available_credits: 9, reserved_credits: 1, total_credits: 10 })
    expect(await (await get(`status/${id}`)).json()).toMatchObject({ status: 'Pending', progress: 0, credits: 1 })
    expect((await get(`download/${id}`)).status).toBe(409)
    await control('clock', { seconds: 2 })
    expect(await (await get(`status/${id}`)).json()).toMatchObject({ status: 'Processing', filename: 'job_1.png' })
    expect((await get(`cancel/${id}`, 'DELETE')).status).toBe(409)
    await control('clock', { seconds: 10 })
    const ended = await (await get(`status/${id}`)).json()
    expect(ended).toMatchObject({ status: 'Completed', progress: 100, output_height: 160, output_width: 240 })
    expect(JSON.parse(ended.options_json)).toEqual({ sharpen: '0.4' })
    expect(await balance()).toEqual({ available_credits: 9, reserved_credits: 0, total_credits: 9 })
    const { download_url: address } = await (await get(`download/${id}`)).json()
    expect(new URL(address).origin).toBe(emulator.blobOrigin)
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(403)
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 240, height: 160 })
    await control('clock', { seconds: 3601 })
    const late = await fetch(address)
    expect([late.status, late.headers.get('content-type')]).toEqual([403, 'application/xml'])
    await control('clock', { seconds: 8 * 24 * 3600 })
    expect((await get(`status/${id}`)).status).toBe(404)
  })

  it('tells its expected end by the clock of the caller, however fast its own runs', async () => {
    await open({ clockSpeed: 300 })
    emulator.script.add({ method: 'POST', fault: { job: { durationSeconds: 3000 } } })
    const { eta } = (await (await send('enhance/async', standard, await picture())).json()) as { eta: number }
    expect(eta - Date.now() / 1000).toBeGreaterThan(0)
    expect(eta - Date.now() / 1000).toBeLessThanOrEqual(11)
  })

  it('is cancelled while it waits and gives its credits back; a page of statuses names it by its file', async () => {
    await open({ credits: 10 })
    const { process_id: id } = await (await send('denoise/async', { model: 'Strong' }, await picture())).json()
    expect((await get(`cancel/${id}`, 'DELETE')).status).toBe(204)
    const page = await (await get('status?paginated=true&limit=1')).json()
    expect(page).toMatchObject({
      data: [{ status: 'Cancelled', filename: 'job_1.png', category: 'Denoise' }],
      pagination: { has_next_page: false },
    })
    expect(emulator.vendor.account.balance(KEY)).toMatchObject({ available_credits: 10, reserved_credits: 0 })
    expect((await get('status/no-uuid')).status).toBe(400)
    expect((await get(`status/${id}`, 'DELETE')).status).toBe(204)
  })

  it('with the engine answers what the engine makes', async () => {
    await open({ pictures: 'engine', clockSpeed: 1000 })
    const form = { ...standard, output_height: '120', output_width: '240' }
    const { process_id: id } = await (await send('enhance/async', form, await picture())).json()
    await control('clock', { seconds: 60 })
    const { download_url: address } = await (await get(`download/${id}`)).json()
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer())
    const { info, data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([240, 120])
    // 120x80 into 240x120 without crop_to_fill: bars at both sides (contract, section 2.2).
    expect([...data.subarray(0, 3)]).toEqual([0, 0, 0])
    expect(data[(60 * 240 + 120) * info.channels]).toBeGreaterThan(100)
  })
})

describe('refusals', () => {
  it('come in the order of the contract', async () => {
    await open({
      credits: 1,
      keys: { [KEY]: 'good', revoked: 'revoked', forbidden: 'forbidden', plan: 'no-plan', empty: 'empty' },
      settings: { maxBodyBytes: 200_000 },
    })
    const image = await picture()
    const statusOf = async (fields: Record<string, string>, body?: Buffer, key?: string, path = 'enhance/async') =>
      (await send(path, fields, body, key)).status
    expect(await statusOf(standard, image, 'unknown')).toBe(401)
    expect(await statusOf(standard, image, 'revoked')).toBe(401)
    expect(await statusOf(standard, image, 'forbidden')).toBe(403)
    expect(await statusOf(standard, image, 'plan')).toBe(412)
    expect(await statusOf(standard, Buffer.alloc(300_000))).toBe(413)
    expect(await statusOf(standard)).toBe(400)
    expect(await statusOf({ ...standard, source_id: crypto.randomUUID() }, image)).toBe(400)
    expect(await statusOf({ model: 'Recovery' }, image, KEY, 'enhance-gen/async')).toBe(400)
    expect(await statusOf({ ...standard, output_height: '0' }, image)).toBe(400)
    expect(await statusOf({ ...standard, output_format: 'webp' }, image)).toBe(400)
    expect(await statusOf(standard, await picture('webp'))).toBe(415)
    expect(await statusOf({ ...standard, output_height: '20000', output_width: '30000' }, image)).toBe(413)
    expect(await statusOf(standard, image, 'empty')).toBe(402)
    expect(await statusOf({ ...standard, output_height: '5000' }, image)).toBe(402)
    expect(await statusOf({}, image, KEY, 'enhance')).toBe(404)
    await control('settings', { isToppingUp: true })
    expect(await statusOf(standard, image)).toBe(425)
  })

  it('without right or plan: the balance is answered; late, everything is, but for a task that would be taken', async () => {
    await open({ keys: { revoked: 'revoked', forbidden: 'forbidden', plan: 'no-plan' } })
    const image = await picture()
    const statusesOf = async (key: string) => {
      const headers = { 'X-API-Key': key }
      const looked = [`${emulator.accountBase}/credits/balance`, `${emulator.imageBase}/status`]
      const answers = await Promise.all(looked.map((address) => fetch(address, { headers })))
      const sent = [
        await send('enhance/async', standard, undefined, key),
        await send('enhance/async', standard, image, key),
      ]
      return [...answers, ...sent].map(({ status }) => status)
    }
    expect(await statusesOf('revoked')).toEqual([401, 401, 401, 401])
    expect(await statusesOf('forbidden')).toEqual([200, 403, 403, 403])
    expect(await statusesOf('plan')).toEqual([200, 412, 412, 412])
    await control('settings', { refusesLate: true })
    expect(await statusesOf('revoked')).toEqual([401, 401, 401, 401])
    expect(await statusesOf('forbidden')).toEqual([200, 200, 400, 403])
    expect(await statusesOf('plan')).toEqual([200, 200, 400, 412])
  })

  it('strict: what the vendor would silently ignore is 400 with its name', async () => {
    await open({ settings: { isStrict: true } })
    const image = await picture()
    const messageOf = async (path: string, fields: Record<string, string>) =>
      ((await (await send(path, fields, image)).json()) as { message?: string }).message
    expect(await messageOf('enhance/async', { model: 'CGI', fix_compression: '0.5' })).toContain('fix_compression')
    expect(await messageOf('enhance-gen/async', { model: 'Redefine', texture: '0.5' })).toContain('texture')
    expect(await messageOf('sharpen/async', { model: 'Strong', minor_denoise: '0.5' })).toContain('minor_denoise')
    expect(await messageOf('sharpen/async', { model: 'Standard', output_height: '100' })).toContain('output_height')
    expect(await messageOf('enhance/async', { model: 'CGI', face_enhancement: 'true' })).toContain('faces')
    expect(await messageOf('enhance/async', { model: 'CGI', face_enhancement: 'false' })).toBeUndefined()
  })
})

describe('generations', () => {
  it('g1 answers at once, lists plainly and tells of faces; g3 writes camelCase', async () => {
    await open({ clockSpeed: 200, settings: { generation: 'g1', isStrict: true } })
    const answer = await send('denoise', { model: 'Normal', output_format: 'png' }, await picture())
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 120 })
    const list = await (await get('status')).json()
    expect(list).toMatchObject([{ sync: true, face_enhancement: true, process_id: answer.headers.get('X-Process-ID') }])
    await control('settings', { generation: 'g3' })
    const g3 = async (fields: Record<string, string>) => (await send('enhance/async', fields, await picture())).status
    expect(await g3({ model: 'Standard V2', fix_compression: '0.5' })).toBe(400)
    expect(await g3({ model: 'Standard V2', fixCompression: '0.5', faceEnhancement: 'false' })).toBe(200)
  })
})

describe('estimates', () => {
  it('follow the formula of the price; bulk answers element by element', async () => {
    await open()
    const ask = async (path: string, body: unknown) => {
      const answer = await fetch(`${emulator.imageBase}/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'X-API-Key': KEY, 'Content-Type': 'application/json' },
      })
      return { status: answer.status, body: await answer.json() }
    }
    const size = { input_width: 3000, input_height: 2000, output_height: 4096, output_width: 6144 }
    expect(await ask('estimate-gen', { model: 'Redefine', ...size })).toMatchObject({ body: { credits: 7 } })
    expect(await ask('estimate', { model: 'Standard V2', ...size })).toMatchObject({
      body: { credits: 2, duration: 14 },
    })
    expect((await ask('estimate', { model: 'Redefine', ...size })).status).toBe(400)
    expect((await ask('estimate', { model: 'Standard V2' })).status).toBe(400)
    const bulk = await ask('estimate-bulk', [
      { category: 'Denoise', model: 'Strong', input_width: 100, input_height: 100 },
      { category: 'Enhance', model: 'Redefine', ...size, output_height: 20000, output_width: 20000 },
    ])
    expect(bulk.body).toMatchObject([
      { status: 'success', credits: 1 },
      { status: 'error', code: 413 },
    ])
  })
})

describe('faults', () => {
  it('happen as scripted, once each, and every call is recorded without its secrets', async () => {
    await open({ clockSpeed: 1000 })
    const image = await picture()
    await control('script', [
      { method: 'POST', path: 'enhance', fault: { reset: 'after' } },
      { method: 'GET', path: '/status', fault: { html: true } },
      { path: '/blob/', fault: { cutAtBytes: 50 } },
      { path: '/blob/', fault: { corrupt: true } },
    ])
    await expect(send('enhance/async', standard, image)).rejects.toThrow()
    const gateway = await get('status')
    expect([gateway.status, gateway.headers.get('content-type')]).toEqual([502, 'text/html'])
    const [job] = await (await get('status')).json()
    expect(job).toMatchObject({ filename: 'job_1.png' })
    await control('clock', { seconds: 60 })
    const { download_url: address } = await (await get(`download/${job.process_id}`)).json()
    await expect(fetch(address).then((answer) => answer.arrayBuffer())).rejects.toThrow()
    const corrupt = Buffer.from(await (await fetch(address)).arrayBuffer())
    await expect(sharp(corrupt, { failOn: 'error' }).raw().toBuffer()).rejects.toThrow()
    const recorded = await (await fetch(`${emulator.origin}/__emulator/requests`)).json()
    expect(recorded[0]).toMatchObject({
      path: '/image/v1/enhance/async',
      fields: standard,
      file: { name: 'job_1.png' },
    })
    expect(JSON.stringify(recorded)).not.toContain(KEY)
  })

  it('a job fails at its percent and gives its credits back', async () => {
    await open({ credits: 5 })
    await control('script', [{ method: 'POST', fault: { job: { failsAt: 40 } } }])
    const { process_id: id } = await (await send('enhance/async', standard, await picture())).json()
    await control('clock', { seconds: 30 })
    expect(await (await get(`status/${id}`)).json()).toMatchObject({ status: 'Failed', progress: 40 })
    expect(emulator.vendor.account.balance(KEY)).toMatchObject({ available_credits: 5, total_credits: 5 })
  })
})

describe('webhooks', () => {
  it('tell of a change without a signature, twice if asked to, and come again after a 5xx', async () => {
    await open({ clockSpeed: 20, settings: { webhooksTwice: true } })
    const { createServer } = await import('node:http')
    const seen: { status: string; notification_id: string; download_url?: string }[] = []
    let refusals = 1
    const receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        const isRefused = refusals > 0
        refusals -= 1
        if (!isRefused) seen.push(JSON.parse(body))
        response.writeHead(isRefused ? 503 : 204).end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as { port: number }
    await send('enhance/async', { ...standard, webhook_url: `http://127.0.0.1:${port}/hook` }, await picture())
    await expect.poll(() => seen.map(({ status }) => status)).toContain('Completed')
    const completed = seen.find(({ status }) => status === 'Completed')!
    expect(completed.notification_id).toMatch(/^[0-9A-Z]{26}$/)
    expect(completed.download_url).toContain(emulator.blobOrigin)
    await expect.poll(() => seen.filter(({ status }) => status === 'Completed').length).toBe(2)
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  })
})
