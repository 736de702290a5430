// Signatures as the contract writes them (payment contracts §1.2), from the contract and not from the adapter: two that share a line agree
// with themselves and prove nothing.
import { createSign, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'

export interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}
export const makeKeys = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 })

type Fields = Readonly<Record<string, string>>

/** Text of a request: without `sign` and without what is empty; `sign_type` counts. */
export const requestText = (fields: Fields): string => joined(fields, (name, value) => name !== 'sign' && value !== '')
/** Text of a webhook and of the way back: without `sign` and `sign_type`; what is empty counts. */
export const signedText = (fields: Fields): string => joined(fields, (name) => name !== 'sign' && name !== 'sign_type')

function joined(fields: Fields, counts: (name: string, value: string) => boolean): string {
  const parts: string[] = []
  for (const name of Object.keys(fields).sort()) if (counts(name, fields[name]!)) parts.push(`${name}=${fields[name]}`)
  return parts.join('&')
}

export const signed = (bytes: string | Uint8Array, key: KeyObject, algorithm = 'RSA-SHA256'): string =>
  createSign(algorithm).update(bytes).sign(key, 'base64')
export const isGood = (text: string, signature: string, key: KeyObject): boolean =>
  createVerify('RSA-SHA256').update(text, 'utf8').verify(key, signature, 'base64')
