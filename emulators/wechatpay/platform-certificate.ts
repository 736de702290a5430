// A platform certificate of WeChat Pay: X.509 of version 1, signed by itself, written in DER by hand, because Node reads certificates and makes none.
import { randomBytes, sign } from 'node:crypto'
import { type KeyPair, makeKeys } from './v3-crypto.ts'

export interface PlatformCertificate extends KeyPair {
  /** As the header `Wechatpay-Serial` spells it. */
  readonly serial: string
  readonly pem: string
  readonly notBefore: Date
  readonly notAfter: Date
}

const [INTEGER, BITS, UTF8, UTC_TIME, SEQUENCE, SET] = [0x02, 0x03, 0x0c, 0x17, 0x30, 0x31] as const
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex')

export function makePlatformCertificate(notBefore: Date, notAfter: Date): PlatformCertificate {
  const keys = makeKeys()
  const serial = randomBytes(20)
  // A first bit of 0 makes the number positive; a first byte above 0 keeps its spelling.
  serial[0] = (serial[0]! & 0x7f) | 0x40
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from('Emulated platform CA')))))
  const body = der(
    SEQUENCE,
    der(INTEGER, serial),
    SHA256_WITH_RSA,
    name,
    der(SEQUENCE, der(UTC_TIME, utcText(notBefore)), der(UTC_TIME, utcText(notAfter))),
    name,
    keys.publicKey.export({ format: 'der', type: 'spki' }),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('RSA-SHA256', body, keys.privateKey)])
  const bytes = der(SEQUENCE, body, SHA256_WITH_RSA, der(BITS, signature))
  const lines = bytes.toString('base64').match(/.{1,64}/g)!
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
  return { ...keys, serial: serial.toString('hex').toUpperCase(), pem, notBefore, notAfter }
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length.toString(16)
  const bytes = Buffer.from(size.padStart(size.length + (size.length % 2), '0'), 'hex')
  const length = content.length < 128 ? bytes : Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
  return Buffer.concat([Buffer.from([tag]), length, content])
}

/** `261123150405Z`. */
const utcText = (at: Date): Buffer => Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`)
