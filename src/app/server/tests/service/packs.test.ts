// Packs over HTTP (decision 0150): changed by who may, with their history; sold at the price and the credits of the moment, shown in finished pages,
// never changed behind a buyer's back.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { readIncomePerCredit } from '#features/admin/server/metrics/read-sales.ts'
import { expectGreenAudit } from '#features/admin/server/testing/expect-green-audit.ts'
import { inUserScope } from '#platform/server/database/database.ts'
import { CREDIT_PACKS } from '#rulebook/credits/packs.ts'
import { codeOf } from '../../testing/code-of.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { type Buyer, balanceOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

let alipay: AlipayEmulator
let shop: TestShop
let admin: TestPerson
let buyer: Buyer

beforeAll(async () => {
  alipay = await openAlipayEmulator()
  shop = await openTestShop({ alipay })
  admin = await shop.signUpAdmin()
  buyer = await shop.signUp()
})
afterAll(async () => {
  await expectGreenAudit(shop.foundation.database)
  await shop.stop()
})

type Wish = Parameters<TestPerson['api']['admin']['packs']['change']>[0]
const packOf = async (id: string) => (await admin.api.admin.packs.list()).find((pack) => pack.id === id)!
async function change(changes: Partial<Wish> & Pick<Wish, 'id'>) {
  const { version, credits, bonus, usdCents, cnyFen, isActive } = (await packOf(changes.id)).versions[0]!
  return admin.api.admin.packs.change({
    version,
    credits,
    bonus,
    usdCents,
    cnyFen,
    isActive,
    reason: '活动',
    ...changes,
  })
}
const buy = (packId: Wish['id'], version?: number) =>
  buyer.api.billing.buy({ packId, provider: 'alipay', ...(version !== undefined && { version }) })
const orderOf = (id: string) => buyer.api.billing.order({ id })

it('begins with what the documents and the settings say', async () => {
  const packs = await admin.api.admin.packs.list()
  expect(packs.map(({ name }) => name)).toEqual(CREDIT_PACKS.map(({ name }) => name))
  expect(packs[0]!.versions).toEqual([
    {
      version: 0,
      credits: 20,
      bonus: 0,
      usdCents: 399,
      cnyFen: 2800,
      isActive: true,
      reason: null,
      changedBy: null,
      createdAt: null,
    },
  ])
})

it('orders keep the pack and the price of their moment; later ones follow the change; who and why is kept', async () => {
  const before = await buy('pile')
  await change({ id: 'pile', credits: 130, bonus: 20, cnyFen: 9900, usdCents: 1500, reason: '双十一' })
  const after = await buy('pile')
  expect(await orderOf(before.id)).toMatchObject({ credits: 120, minor: 13_800 })
  expect(await orderOf(after.id)).toMatchObject({ credits: 150, minor: 9900, packName: '超值包' })
  const [now, stated] = (await packOf('pile')).versions
  expect(now).toMatchObject({ version: 1, credits: 130, bonus: 20, reason: '双十一' })
  expect(now!.changedBy).toBe('operator@shop.example.com')
  expect(stated).toMatchObject({ version: 0, credits: 120, cnyFen: 13_800 })
  const [log] = (await admin.api.admin.logs.list({ action: 'change_pack' })).rows
  expect(log!.details).toEqual({
    pack: '超值包',
    pack_version: 1,
    reason: '双十一',
    changes: {
      credits: { from: 120, to: 130 },
      bonus: { from: 0, to: 20 },
      usd_cents: { from: 1999, to: 1500 },
      cny_fen: { from: 13_800, to: 9900 },
    },
  })
  for (const [order, credits] of [
    [before, 120],
    [after, 150],
  ] as const) {
    const had = await balanceOf(buyer)
    await shop.payThere('alipay', order)
    await expect.poll(async () => (await orderOf(order.id)).status).toBe('paid')
    expect(await balanceOf(buyer)).toBe(had + credits)
  }
  // One at 19.99, one at 15.00, over what everybody has.
  const [{ handedOut }] = (await shop.query<{ handedOut: number }>(
    'select sum(credits_total)::int as "handedOut" from user_profiles',
  )) as [{ handedOut: number }]
  expect(await readIncomePerCredit(shop.foundation.database.orm)).toBeCloseTo(34.99 / handedOut, 6)
})

it('the page that everybody sees follows, and nothing is sold at figures that were not seen', async () => {
  await change({ id: 'some', credits: 60, cnyFen: 5900 })
  const { prices, changed } = await buyer.api.billing.offers()
  expect(prices).toContainEqual({ packId: 'some', currency: 'CNY', minor: 5900 })
  expect(changed.find(({ packId }) => packId === 'some')).toMatchObject({ version: 1, credits: 60 })
  expect(JSON.stringify(changed)).not.toContain('活动')
  expect(await codeOf(buy('some', 0))).toBe('pack-changed')
  expect(await codeOf(buy('some', 1))).toBe('ok')
  // As after a restart with another PACK_PRICES_CNY, which makes no version.
  const seen = (minor: number) => buyer.api.billing.buy({ packId: 'some', provider: 'alipay', version: 1, minor })
  expect(await codeOf(seen(5800))).toBe('pack-changed')
  expect(await codeOf(seen(5900))).toBe('ok')
})

it('a pack that is taken from sale cannot be bought, and one stays', async () => {
  await change({ id: 'box', isActive: false })
  expect(await codeOf(buy('box'))).toBe('pack-off')
  expect((await buyer.api.billing.offers()).prices.map(({ packId }) => packId)).toEqual(['small', 'some', 'pile'])
  for (const id of ['some', 'pile'] as const) await change({ id, isActive: false })
  expect(await codeOf(change({ id: 'small', isActive: false }))).toBe('pack-last')
  for (const id of ['some', 'pile', 'box'] as const) await change({ id, isActive: true })
  expect(await codeOf(buy('box'))).toBe('ok')
})

it('a pack without yuan is not sold for yuan', async () => {
  await change({ id: 'small', cnyFen: null })
  expect(await codeOf(buy('small'))).toBe('pack-no-price')
  expect((await buyer.api.billing.offers()).prices.map(({ packId }) => packId)).toEqual(['some', 'pile', 'box'])
  // Whoever takes nothing that a pack is sold for sells nothing.
  for (const id of ['some', 'pile', 'box'] as const) await change({ id, cnyFen: null })
  expect(await buyer.api.billing.offers()).toMatchObject({ providers: [], prices: [] })
  for (const [id, cnyFen] of [
    ['some', 5900],
    ['pile', 13_800],
    ['box', 26_800],
  ] as const)
    await change({ id, cnyFen })
  await change({ id: 'small', cnyFen: 2800 })
})

it('of two who change the same version one is asked to look again; a slip, no reason and no change are refused', async () => {
  const answers = await Promise.all([31, 32, 33].map((credits) => codeOf(change({ id: 'small', credits }))))
  expect(answers.sort()).toEqual(['ok', 'pack-stale', 'pack-stale'])
  expect(await codeOf(change({ id: 'small' }))).toBe('pack-unchanged')
  expect(await codeOf(change({ id: 'small', credits: 0 }))).toBe('pack-input')
  expect(await codeOf(change({ id: 'small', credits: 40, reason: ' ' }))).toBe('edit-reason-missing')
})

it('no version is written anew, by anybody, and no consumer reads them', async () => {
  const work = (sql: string) => shop.query(sql).catch((error: Error) => String(error.cause ?? error))
  expect(await work('update credit_pack_versions set usd_cents = 1')).toContain('only added')
  expect(await work('delete from credit_pack_versions')).toContain('only added')
  const read = inUserScope(shop.foundation.database, buyer.userId, (tx) =>
    tx.execute('select * from credit_pack_versions'),
  )
  await expect(read).rejects.toThrow()
})
