import { expect, it } from 'vitest'
import { checkEmail } from './email.ts'
import { accountName, isPlaceholderAddress, realAddress } from './placeholder-address.ts'
import { wechatNickname, wechatWayOf } from './wechat-sign-in.ts'

it.each([
  ['a computer', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 'scan'],
  [
    'WeChat on a phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.50',
    'inside',
  ],
  ['WeChat on a computer', 'Mozilla/5.0 (Windows NT 10.0) Chrome/132.0 MicroMessenger/7.0.20 WindowsWechat', 'inside'],
  ['another browser of a phone', 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36', undefined],
  ['the app for companies', 'Mozilla/5.0 (Linux; Android 14) Mobile MicroMessenger/7.0.1 wxwork/4.1.0', undefined],
])('%s signs in with WeChat by the way that works there', (_, userAgent, way) => {
  expect(wechatWayOf(userAgent)).toBe(way)
})

it('a placeholder is nobody’s address: never shown, never typed', () => {
  const placeholder = 'ab12@WeChat.placeholder.invalid'
  expect(isPlaceholderAddress(placeholder)).toBe(true)
  expect(checkEmail(placeholder)).toEqual({ code: 'email-shape' })
  expect([realAddress(placeholder), accountName(placeholder)]).toEqual([null, '微信账户'])
  expect([realAddress('a@b.com'), accountName('a@b.com')]).toEqual(['a@b.com', 'a@b.com'])
})

it('a nickname is one line of text, cut as names are', () => {
  expect(wechatNickname(' 小\n明<b>\u202e ', 100)).toBe('小 明 b')
  expect([...wechatNickname('😀'.repeat(9), 3)]).toHaveLength(3)
})
