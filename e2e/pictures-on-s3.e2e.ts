// The product with its pictures on an S3 server: pages show them from there, and a result opens at its most changed spot all the same.
import { type PrivateS3, startPrivateS3, whyNoS3 } from '../scripts/testing/private-s3.ts'
import { showResult } from './compare-steps.ts'
import { expect, test } from './journey-test.ts'
import { startOwnService } from './own-service.ts'
import { register } from './person.ts'

let s3: PrivateS3
let stop: () => Promise<void>
const whyNot = whyNoS3()

test.skip(() => whyNot !== undefined, whyNot)
test.beforeAll(async () => {
  if (whyNot) return
  s3 = await startPrivateS3()
  stop = await startOwnService({
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  })
})
test.afterAll(async () => {
  await stop?.()
  await s3?.stop()
})

test('a result opens at 100 % where it changed most, without a rule for other origins at the bucket', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns = [new RegExp(`^foreign host: ${s3.endpoint}/pictures/`)]
  await (await register()).enter(context)
  await showResult(page, { width: 2400, height: 1600 })
  const shown = await page
    .locator('[data-world] img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))
  expect(shown.length).toBeGreaterThan(1)
  for (const address of shown) expect(new URL(address).origin).toBe(s3.endpoint)
})
