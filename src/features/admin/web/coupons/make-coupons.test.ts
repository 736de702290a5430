import { expect, it } from 'vitest'
import { createCouponMaker } from './make-coupons.ts'

const FORM = { name: '开业活动', credits: 20, codes: 2, usesPerCode: 1 }

it('a form whose answer was lost is sent again with its key; another form, and one after an answer, has a new one', async () => {
  const keys: string[] = []
  const failures: unknown[] = []
  const make = createCouponMaker(async ({ requestKey }) => {
    keys.push(requestKey)
    const failure = failures.shift()
    if (failure) throw failure
  })
  failures.push(new TypeError('lost'), new TypeError('lost'))
  await make(FORM).catch(() => undefined)
  await make(FORM).catch(() => undefined)
  await make(FORM)
  await make(FORM)
  failures.push(new TypeError('lost'), undefined)
  await make(FORM).catch(() => undefined)
  await make({ ...FORM, credits: 21 })
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).toBe(keys[0])
  expect(new Set([keys[2], keys[3], keys[4], keys[5]]).size).toBe(4)
})
