import { describe, expect, it } from 'vitest'
import { isOpenOrder, majorText, mayMoveOrder, minorOf, moneyText, ORDER_STATES } from './orders.ts'

describe('an order', () => {
  it('moves only as the table says: paid is never undone but by a refund or a dispute, and refunded is the end', () => {
    const moves = ORDER_STATES.map((from) => [from, ORDER_STATES.filter((to) => mayMoveOrder(from, to))])
    expect(Object.fromEntries(moves)).toEqual({
      pending: ['paid', 'failed', 'closed', 'disputed'],
      failed: ['paid', 'closed', 'disputed'],
      closed: ['paid', 'disputed'],
      paid: ['refunded', 'disputed'],
      disputed: ['paid', 'refunded'],
      refunded: [],
    })
  })
  it('is waited for while it is pending, and in no other state', () => {
    expect(ORDER_STATES.filter(isOpenOrder)).toEqual(['pending'])
  })
  it('has a price in whole fen, written by digits', () => {
    expect([1, 10, 29, 100, 13_800].map(majorText)).toEqual(['0.01', '0.10', '0.29', '1.00', '138.00'])
    const yuan = [2850, 1, 0, -1, -2800].map((minor) => moneyText({ currency: 'CNY', minor }))
    expect(yuan).toEqual(['¥28.50', '¥0.01', '¥0.00', '−¥0.01', '−¥28.00'])
    expect(moneyText({ currency: 'USD', minor: 399 })).toBe('$3.99')
    expect(['0.01', '20', '20.0', '20.00', '999999999.99'].map(minorOf)).toEqual([1, 2000, 2000, 2000, 99_999_999_999])
    for (const none of ['', '-1', '+1', '1e3', '01', '1.', '.5', '1.234', '1,5', '1000000000', ' 1'])
      expect(minorOf(none)).toBeUndefined()
  })
})
