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

it('[BILL-15] without a payment provider nothing is offered, and an order is refused', async () => {
  const { api } = await signUp('wisher')
  expect(await api.billing.offers()).toEqual({ providers: [], prices: [], changed: [], isInWechat: false })
  await expect(api.billing.buy({ packId: 'small', provider: 'alipay' })).rejects.toMatchObject({ code: 'payment-off' })
  const webhook = await fetch(`http://127.0.0.1:${service.port}/api/payments/alipay/notice`, {
    method: 'POST',
    body: 'a=b',
  })
  expect(webhook.status).toBe(404)
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

it('tells the own ledger with the balance after each entry, newest first, by pages, and leads to the run', async () => {
  const { api, userId } = await signUp('reader')
  const uploadId = await createTestUpload(foundation, userId)
  await createTestUpload(foundation, userId)
  const { id } = await api.processing.jobs.start(startOf({ uploadId }))
  await eventually(
    () => api.processing.jobs.get({ id }),
    (job) => job.status === 'completed',
  )
  const { entries, total } = await api.billing.ledger({})
  expect(total).toBe(2)
  expect(entries).toMatchObject([
    { kind: 'hold', amount: -2, balance: 3, run: { id, processType: 'denoise', isListed: true }, note: null },
    { kind: 'grant', amount: 5, balance: 5, run: null },
  ])
  expect((await api.history.list({ run: id })).entries.map((entry) => entry.id)).toEqual([uploadId])
  await api.history.remove({ uploadIds: [uploadId] })
  expect((await api.billing.ledger({})).entries[0]!.run).toMatchObject({ isListed: false })
  await foundation.database.query(
    `insert into usage_logs (user_id, kind, amount, total_amount, created_at)
       select $1, 'purchase', 1, 1, now() + n * interval '1 second' from generate_series(1, 20) as n`,
    [userId],
  )
  const pages = [await api.billing.ledger({ page: 1 }), await api.billing.ledger({ page: 2 })]
  expect(pages.map((page) => [page.entries.length, page.entries[0]!.balance])).toEqual([
    [20, 23],
    [2, 3],
  ])
  expect((await (await signUp('outsider')).api.billing.ledger({})).entries).toMatchObject([{ kind: 'grant' }])
})
