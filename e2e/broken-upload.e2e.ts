// A picture whose way breaks off in the middle, as in a tunnel (decision 0249): the page says so, goes on by itself when the network is back, and sends
// only what had not come.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { UPLOAD_OFFSET_HEADER } from '#rulebook/pictures/begun-upload.ts'
import { SENDING_TEXTS } from '#rulebook/pictures/sending-texts.ts'
import { type BreakableLine, startBreakableLine } from '../scripts/testing/breakable-line.ts'
import { expect, test } from './journey-test.ts'
import { leadTo } from './own-service.ts'
import { register } from './person.ts'
import { startService } from './service.ts'
import { chooser, expectFlow, openTool } from './tool-steps.ts'

/** Nothing packs noise: 1.9 MB, six seconds of this network. */
const noise = (): Promise<Buffer> =>
  sharp(randomBytes(900 * 700 * 3), { raw: { width: 900, height: 700, channels: 3 } })
    .png()
    .toBuffer()

let line: BreakableLine
let stop: () => Promise<void>
test.beforeAll(async () => {
  let port = ''
  line = await startBreakableLine(() => ({ hostname: '127.0.0.1', port }))
  const origin = `http://localhost:${line.port}`
  const service = await startService({ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_ORIGIN: origin })
  port = new URL(service.origin).port
  stop = leadTo({ ...service, origin })
})
test.afterAll(async () => {
  await stop()
  line.close()
})

test('an upload that breaks off in the middle goes on from there', async ({ page, context, provoked }) => {
  provoked.patterns.push(/ERR_CONNECTION|ERR_NETWORK|ERR_EMPTY_RESPONSE|ERR_SOCKET/)
  const person = await register()
  await person.enter(context)
  await openTool(page)
  // Slow enough to be seen on its way.
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 300_000 }
  await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', slow)
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/uploads'))
      offsets.push(Number(request.headers()[UPLOAD_OFFSET_HEADER]))
  })
  const picture = await noise()
  await chooser(page).setInputFiles({ name: '隧道里.png', mimeType: 'image/png', buffer: picture })
  const status = page.getByRole('main').getByRole('status').filter({ hasText: /上传/ })
  await expect(status).toContainText(/已上传 \d{3} KB/)
  line.cut()
  await expect(status).toHaveText(SENDING_TEXTS.interrupted)
  line.mend()
  await expectFlow(page, 'held')
  await expect(page.getByText('隧道里.png')).toBeVisible()
  expect(offsets.length).toBeGreaterThan(1)
  expect(offsets.at(-1)).toBeGreaterThan(0)
  const { entries } = await person.api.history.list({})
  expect(entries.map(({ fileSize }) => fileSize)).toEqual([picture.length])
})
