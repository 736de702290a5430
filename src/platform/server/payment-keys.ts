// How keys of payment providers are read from settings.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { SettingsError } from './settings-error.ts'

/** Throws SettingsError, without a letter of the key. */
export function rsaKeyFrom(name: string, text: string, read: (text: string) => KeyObject): KeyObject {
  try {
    const key = read(text)
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // Reported below.
  }
  throw new SettingsError(`${name} is no RSA key: PEM, or the base64 that the key tool writes.`)
}

/** PEM, or bare base64 of PKCS #8 or PKCS #1. */
export function readPrivateKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPrivateKey(text)
  const key = Buffer.from(text, 'base64')
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' })
  }
}

export const readPublicKey = (text: string): KeyObject =>
  text.includes('-----BEGIN')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
