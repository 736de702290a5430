// The merchant's account at WeChat Pay, from settings: whole or not at all, in both modes, from files.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'huanying-wechatpay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 })
const wechat = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = String(merchant.privateKey.export({ format: 'pem', type: 'pkcs8' }))
const ACCOUNT = {
  PACK_PRICES_CNY: 'small=28,some=68,pile=138,box=268',
  WECHATPAY_APP_ID: 'wx8888888888888888',
  WECHATPAY_MERCHANT_ID: '1900000001',
  WECHATPAY_MERCHANT_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  WECHATPAY_PRIVATE_KEY: pem,
  WECHATPAY_API_V3_KEY: '0123456789abcdef0123456789abcdef',
}
const PUBLIC_KEY = {
  WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0119000000012026112300000000',
  WECHATPAY_PUBLIC_KEY: String(wechat.publicKey.export({ format: 'pem', type: 'spki' })),
}
const read = (env: Record<string, string>) => readSettings({ DATA_DIR: folder, ...env }).payment.wechatpay

it('work with platform certificates, with the public key, and with the API v3 key before a change', () => {
  expect(read({})).toBeUndefined()
  expect(read(ACCOUNT)).toMatchObject({
    merchantId: '1900000001',
    publicKey: undefined,
    apiUrl: 'https://api.mch.weixin.qq.com',
  })
  const both = read({ ...ACCOUNT, ...PUBLIC_KEY, WECHATPAY_API_V3_KEY_PREVIOUS: 'f'.repeat(32) })
  expect(both?.publicKey?.id).toBe(PUBLIC_KEY.WECHATPAY_PUBLIC_KEY_ID)
  expect(both?.apiV3Keys.map((key) => key.export().toString())).toEqual([ACCOUNT.WECHATPAY_API_V3_KEY, 'f'.repeat(32)])
})

it('come from files', () => {
  const { WECHATPAY_PRIVATE_KEY: key, WECHATPAY_API_V3_KEY: v3, ...rest } = ACCOUNT
  writeFileSync(join(folder, 'key.pem'), key)
  writeFileSync(join(folder, 'v3'), `${v3}\n`)
  const files = { WECHATPAY_PRIVATE_KEY_FILE: join(folder, 'key.pem'), WECHATPAY_API_V3_KEY_FILE: join(folder, 'v3') }
  expect(read({ ...rest, ...files })?.privateKey.asymmetricKeyType).toBe('rsa')
})

it.each<[string, Record<string, string>, RegExp]>([
  ['half an account', { WECHATPAY_API_V3_KEY: '' }, /are set together or not at all/],
  ['half a public key', { WECHATPAY_PUBLIC_KEY: PUBLIC_KEY.WECHATPAY_PUBLIC_KEY }, /WECHATPAY_PUBLIC_KEY_ID and/],
  ['no prices', { PACK_PRICES_CNY: '' }, /needs PACK_PRICES_CNY/],
  ['a short API v3 key', { WECHATPAY_API_V3_KEY: 'short' }, /WECHATPAY_API_V3_KEY: is not the 32/],
  ['a key that is none', { WECHATPAY_PRIVATE_KEY: 'bm90IGEga2V5' }, /WECHATPAY_PRIVATE_KEY is no RSA key/],
  ['a merchant’s serial number in the place of the key’s', { WECHATPAY_PUBLIC_KEY_ID: '5157F09E' }, /PUB_KEY_ID_/],
  ['orders that travel readable', { WECHATPAY_API_URL: 'http://pay.example.com' }, /must be https/],
])('refuse %s', (_what, env, message) => {
  expect(() => read({ ...ACCOUNT, ...env })).toThrow(message)
})
