import { describe, expect, it } from 'vitest'
import { fillPacks } from './pack-prices.ts'
import { checkPack, type OfferedPack, offeredPacks } from './pack-versions.ts'
import { CREDIT_PACKS } from './packs.ts'

const changed = (changes: Partial<OfferedPack> = {}): OfferedPack => ({
  packId: 'pile',
  version: 1,
  credits: 120,
  bonus: 0,
  usdCents: 1999,
  isActive: true,
  ...changes,
})
const NO_CHANGE = { prices: [], changed: [] }

describe('packs that were changed', () => {
  it('are the stated ones while none was', () => expect(offeredPacks([])).toBe(CREDIT_PACKS))

  it('say what they give, its present too, and what a credit costs then', () => {
    const pile = offeredPacks([changed({ bonus: 30, usdCents: 1800 })]).find(({ id }) => id === 'pile')
    expect(pile).toMatchObject({ credits: 150, bonus: 30, price: 18, pricePerCredit: 0.12, version: 1, name: '超值包' })
    expect(pile!.features.slice(0, 2)).toEqual(['150 个积分（含赠送 30 个）', '标准工具可用 75 次'])
    // 12 cents against 19.95.
    expect(pile!.discount).toBe(39)
  })

  it('claim no more than they save, against the smallest one as it is now', () => {
    const packs = offeredPacks([changed({ packId: 'small', credits: 20, usdCents: 300 })])
    expect(packs.map(({ discount }) => discount)).toEqual([0, 0, 0, 0])
    expect(
      offeredPacks([changed({ packId: 'small', isActive: false })]).map(({ id, discount }) => [id, discount]),
    ).toEqual([
      ['some', 0],
      ['pile', 8],
      ['box', 11],
    ])
  })

  it('leave the others as they are stated', () => {
    const [small, some] = offeredPacks([changed({ credits: 130 })])
    expect([small, some]).toEqual(CREDIT_PACKS.slice(0, 2))
  })

  it.each([
    { credits: 0 },
    { credits: 1.5 },
    { credits: 100_001 },
    { bonus: -1 },
    { usdCents: 0 },
    { usdCents: 100_000_000 },
    { cnyFen: 0 },
    { cnyFen: 12.5 },
  ])('are no %j', (wrong) => expect(checkPack({ ...changed(), cnyFen: null, ...wrong })?.code).toBe('pack-input'))
  it('may be without yuan', () => expect(checkPack({ ...changed(), cnyFen: null })).toBeUndefined())
})

describe('a finished page', () => {
  const html = `<li data-pack="small" class="a"><span data-pack-price="small">$3.99</span> <span data-pack-rate="nothing">x</span></li>
    <li data-pack="pile"><span data-pack-credits="pile">120 积分</span><span data-pack-feature-0="pile">120 个积分</span><span data-pack-feature-2="pile">积分永不过期</span></li>`

  it('stays as it is while nothing is configured or changed', () => expect(fillPacks(html, NO_CHANGE)).toBe(html))

  it('is filled with the configured prices, and hides a pack without one', () =>
    expect(fillPacks(html, { ...NO_CHANGE, prices: [{ packId: 'small', currency: 'CNY', minor: 2800 }] })).toBe(
      html.replace('$3.99', '¥28.00').replace('<li data-pack="pile"', '<li data-pack="pile" hidden=""'),
    ))

  it('is filled with what was changed, and hides what is not sold', () => {
    const filled = fillPacks(html, {
      prices: [],
      changed: [changed({ credits: 100, bonus: 20 }), changed({ packId: 'small', isActive: false })],
    })
    expect(filled).toBe(
      html
        .replace('<li data-pack="small"', '<li data-pack="small" hidden=""')
        .replace('>120 个积分', '>120 个积分（含赠送 20 个）'),
    )
  })
})
