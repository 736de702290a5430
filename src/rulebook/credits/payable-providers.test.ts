// Where which provider can be paid.
import { expect, it } from 'vitest'
import { payableProviders } from './payable-providers.ts'

it.each([
  [undefined, ['alipay', 'wechatpay']],
  ['douyin', ['alipay', 'wechatpay']],
  ['wechat', []],
  ['wecom', []],
  ['alipay', ['alipay']],
])('in the browser of %s', (key, payable) => {
  expect(payableProviders(key === undefined ? undefined : { key }, ['alipay', 'wechatpay'])).toEqual(payable)
})
