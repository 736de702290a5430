// A body that ends too early, however it does: refused, and the descriptor of the half file is closed.
import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receiveUpload } from './receive-upload.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huanying-receive-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const part = (name: string, rest: string) => `--b\r\nContent-Disposition: form-data; name="${name}"${rest}`
const HALF_A_FILE = `${part('purpose', '\r\n\r\nmain\r\n')}${part('file', '; filename="a.png"\r\n\r\n')}${'x'.repeat(200_000)}`

const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder)
    } catch {
      return false // closed since the folder was read
    }
  }).length

it
  .skipIf(process.platform !== 'linux')
  .each<[string, (body: ReadableStreamDefaultController, leave: () => void) => void]>([
    ['the caller leaves', (_body, leave) => leave()],
    ['the connection breaks', (body) => body.error(new Error('reset'))],
    ['the last boundary is missing', (body) => body.close()],
  ])('%s: nothing stays open', async (_name, cut) => {
  const leaving = new AbortController()
  let sender: ReadableStreamDefaultController | undefined
  const body = new ReadableStream({
    start(controller) {
      sender = controller
      controller.enqueue(Buffer.from(HALF_A_FILE))
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  const received = receiveUpload(
    new Request('http://service.test/', init),
    { path: join(folder, 'received'), fromByte: 0 },
    leaving.signal,
  )
  const refused = expect(received).rejects.toMatchObject({ code: 'file-unreadable' })
  await expect.poll(openFiles).toBe(1)
  cut(sender!, () => leaving.abort())
  await refused
  await expect.poll(openFiles).toBe(0)
})
