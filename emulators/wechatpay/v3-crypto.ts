// Signatures and sealed texts as the contract writes them (payment contracts §2.1 to §2.3), from the contract and not from the adapter.
import { createCipheriv, createSign, createVerify, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

export interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}
export const makeKeys = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Letters and digits, as WeChat Pay makes nonces and merchants make their API v3 key. */
export function randomText(length: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')
}

export const requestIsGood = (lines: readonly string[], signature: string, key: KeyObject): boolean =>
  createVerify('RSA-SHA256').update(withEnds(lines)).verify(key, signature, 'base64')
export const signed = (lines: readonly string[], key: KeyObject): string =>
  createSign('RSA-SHA256').update(withEnds(lines)).sign(key, 'base64')
const withEnds = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

export interface Sealed {
  readonly algorithm: 'AEAD_AES_256_GCM'
  readonly nonce: string
  readonly associated_data: string
  readonly ciphertext: string
}

export function sealed(text: string, associatedData: string, apiV3Key: string): Sealed {
  const nonce = randomText(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key, 'ascii'), Buffer.from(nonce, 'ascii'))
  cipher.setAAD(Buffer.from(associatedData, 'utf8'))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    nonce,
    associated_data: associatedData,
    ciphertext: bytes.toString('base64'),
  }
}
