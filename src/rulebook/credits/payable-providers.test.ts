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
  expect(payableProviders(key === undefined ? undefined : { key }, ['alipay', 'wechatpay'], false)).toEqual(payable)
})

it('inside WeChat, where its official account is known, by WeChat Pay alone', () => {
  expect(payableProviders({ key: 'wechat' }, ['alipay', 'wechatpay', 'paddle'], true)).toEqual(['wechatpay'])
  expect(payableProviders({ key: 'wecom' }, ['alipay', 'wechatpay'], true)).toEqual([])
})
