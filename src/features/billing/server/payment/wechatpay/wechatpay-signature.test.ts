// Signatures and seals of WeChat Pay against vectors that are made here, by other functions of Node than ours.
import { createCipheriv, createSecretKey, createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { authorization, problemOf, unseal } from './wechatpay-signature.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const others = generateKeyPairSync('rsa', { modulusLength: 2048 })

describe('a request', () => {
  const signer = { merchantId: '1900000001', merchantSerial: 'ABCDEF0123', privateKey: keys.privateKey }
  const fieldsOf = (header: string) =>
    Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))

  it.each([
    ['GET', '/v3/pay/transactions/out-trade-no/T1?mchid=1900000001', ''],
    ['POST', '/v3/pay/transactions/native', '{"description":"焕影 🙂 +%2B\\/"}'],
  ])('is signed over its five lines, each with its end: %s %s', (method, path, body) => {
    const header = authorization(signer, { method, path, body, atSeconds: 1_700_000_000, nonce: 'NONCE' })
    const { signature, ...fields } = fieldsOf(header)
    expect(header).toMatch(/^WECHATPAY2-SHA256-RSA2048 /)
    expect(fields).toEqual({
      mchid: '1900000001',
      serial_no: 'ABCDEF0123',
      nonce_str: 'NONCE',
      timestamp: '1700000000',
    })
    const lines = `${method}\n${path}\n1700000000\nNONCE\n${body}\n`
    expect(createVerify('RSA-SHA256').update(lines, 'utf8').verify(keys.publicKey, signature!, 'base64')).toBe(true)
  })
})

describe('an answer or a webhook', () => {
  const AT_SECONDS = 1_700_000_000
  const word = (body: string, { timestamp = String(AT_SECONDS), key = keys.privateKey, prefix = '' } = {}) => ({
    headers: new Headers({
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': 'NONCE',
      'Wechatpay-Signature':
        prefix + createSign('RSA-SHA256').update(`${timestamp}\nNONCE\n${body}\n`, 'utf8').sign(key, 'base64'),
    }),
    body: new TextEncoder().encode(body),
  })
  const judge = (given: ReturnType<typeof word>, lateSeconds = 0) =>
    problemOf(given, keys.publicKey, new Date((AT_SECONDS + lateSeconds) * 1000))

  it.each(['{"a":"中文 🙂 +%2B\\/"}', ''])('is good over its raw bytes: %j', (body) => {
    expect(judge(word(body))).toBeUndefined()
  })

  it('is good for five minutes to either side', () => {
    for (const late of [-300, 300]) expect(judge(word('{}'), late)).toBeUndefined()
    for (const late of [-301, 301]) expect(judge(word('{}'), late)).toBe('its time is not now')
  })

  it('proves nothing changed, by another key, on probation, or without its headers', () => {
    const changed = { ...word('{"total":100}'), body: new TextEncoder().encode('{"total":900}') }
    expect(judge(changed)).toBe('the signature is not good')
    expect(judge(word('{}', { key: others.privateKey }))).toBe('the signature is not good')
    expect(judge(word('{}', { prefix: 'WECHATPAY/SIGNTEST/' }))).toBe('the signature is not good')
    expect(judge(word('{}', { timestamp: '17e8' }))).toBe('it has no time')
    expect(judge({ headers: new Headers(), body: new Uint8Array() })).toBe('it has no time')
  })
})

describe('a sealed text', () => {
  const KEY = '0123456789abcdef0123456789abcdef'
  const TEXT = '{"mchid":"1900000001","amount":{"total":100}}'
  const keyOf = (text: string) => createSecretKey(text, 'ascii')
  const vector = {
    algorithm: 'AEAD_AES_256_GCM',
    nonce: 'fdasflkja484',
    associated_data: 'transaction',
    ciphertext: 'DUcegK33A8MEOgdCtMPWwAdqzVjy3c3BUVxefGBn9KH6fhgPg8x7I5vSO8/RA8Aam2l7tzVMz1hpKc9aVA==',
  }
  const seal = (text: string, aad: string) => {
    const cipher = createCipheriv('aes-256-gcm', KEY, vector.nonce).setAAD(Buffer.from(aad))
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return { ...vector, associated_data: aad || undefined, ciphertext: bytes.toString('base64') }
  }

  it('is read with the key of the contract’s vector, and with one made here', () => {
    expect(unseal(vector, [keyOf(KEY)])).toBe(TEXT)
    for (const aad of ['transaction', '']) expect(unseal(seal('焕影 🙂', aad), [keyOf(KEY)])).toBe('焕影 🙂')
  })

  it('is read with the key before a change, too, and with no other', () => {
    const other = keyOf('f'.repeat(32))
    expect(unseal(vector, [other, keyOf(KEY)])).toBe(TEXT)
    expect(unseal(vector, [other])).toBeUndefined()
  })

  it('is refused with any bit flipped, of text and of tag', () => {
    const bytes = Buffer.from(vector.ciphertext, 'base64')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const bent = Buffer.from(bytes)
      bent[bit >> 3]! ^= 1 << (bit & 7)
      expect(unseal({ ...vector, ciphertext: bent.toString('base64') }, [keyOf(KEY)])).toBeUndefined()
    }
  })

  it('is refused cut, with other data beside it, another nonce or another algorithm', () => {
    const cut = Buffer.from(vector.ciphertext, 'base64').subarray(0, 8).toString('base64')
    for (const bent of [
      { ciphertext: cut },
      { associated_data: 'refund' },
      { nonce: 'fdasflkja4' },
      { algorithm: 'none' },
    ])
      expect(unseal({ ...vector, ...bent }, [keyOf(KEY)])).toBeUndefined()
  })
})
