// The billing page's figures and bills over HTTP (document 2 §2; P-03, P-04, C-54).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUpload, eventually } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
const signUp = (name: string) =>
  signUpPerson(`http://127.0.0.1:${service.port}`, foundation.settings.publicOrigin, `${name}@billing.example.com`)

beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation)
})
afterAll(() => service.stop())

it('[BILL-04] [BILL-05] counts own completed runs of the month and of a lifetime; deleting and refunds change nothing that was paid', async () => {
  const { api, userId } = await signUp('runner')
  expect(await api.billing.usage()).toEqual({ monthlyRuns: 0, totalRuns: 0 })
  const uploadId = await createTestUpload(foundation, userId)
  const { id } = await api.processing.jobs.start(startOf({ uploadId }))
  await eventually(
    () => api.processing.jobs.get({ id }),
    (job) => job.status === 'completed',
  )
  await foundation.database.query(
    `insert into usage_logs (user_id, job_id, kind, amount, created_at)
       values ($1, gen_random_uuid(), 'capture', 0, now() - interval '40 days')`,
    [userId],
  )
  await foundation.database.query(
    `insert into usage_logs (user_id, job_id, kind, amount) values ($1, gen_random_uuid(), 'release', 0)`,
    [userId],
  )
  const usage = { monthlyRuns: 1, totalRuns: 2 }
  expect(await api.billing.usage()).toEqual(usage)
  await api.history.remove({ uploadIds: [uploadId] })
  expect(await api.billing.usage()).toEqual(usage)
  expect(await (await signUp('stranger')).api.billing.usage()).toEqual({ monthlyRuns: 0, totalRuns: 0 })
})

it('[BILL-14] lists own bills, newest first, and nobody else’s', async () => {
  const { api, userId } = await signUp('buyer')
  expect(await api.billing.bills()).toEqual([])
  await foundation.database.query(
    `insert into billing_history (user_id, description, amount, status, created_at)
       values ($1, '体验包', 3.99, 'paid', now() - interval '1 day'), ($1, '大容量包', 39.99, 'pending', now())`,
    [userId],
  )
  expect(await api.billing.bills()).toMatchObject([
    { description: '大容量包', amount: 39.99, status: 'pending' },
    { description: '体验包', amount: 3.99, status: 'paid' },
  ])
  expect(await (await signUp('other')).api.billing.bills()).toEqual([])
})
