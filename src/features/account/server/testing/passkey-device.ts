// A device that makes passkeys (WebAuthn level 3, ES256, attestation "none"), for tests: it answers what `navigator.credentials` would, also as
// a device would that checked nobody or a page elsewhere.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export interface DeviceManner {
  /** False: the device asked its person for nothing. */
  readonly checksPerson?: boolean
  /** Where the page lies that asks. */
  readonly origin: string
}

export class PasskeyDevice {
  readonly #key: KeyObject
  readonly #publicKey: { x: Buffer; y: Buffer }
  readonly #id = randomBytes(32)
  #signatures = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#publicKey = { x: Buffer.from(x!, 'base64url'), y: Buffer.from(y!, 'base64url') }
  }

  register(options: { challenge: string; rp: { id?: string } }, manner: DeviceManner) {
    const id = Buffer.concat([Buffer.alloc(16), uint16(this.#id.length), this.#id])
    const { x, y } = this.#publicKey
    // COSE: EC2 key, ES256, P-256.
    const key = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    )
    const authData = Buffer.concat([this.#authData(options.rp.id!, manner, HAS_CREDENTIAL), id, key])
    const attestation = new Map<string, CborValue>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', options.challenge, manner).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  signIn(options: { challenge: string; rpId?: string }, manner: DeviceManner) {
    const data = clientData('webauthn.get', options.challenge, manner)
    const authData = this.#authData(options.rpId!, manner)
    const signed = Buffer.concat([authData, sha256(data)])
    return this.#credential({
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
    })
  }

  #authData(rpId: string, { checksPerson = true }: DeviceManner, more = 0): Buffer {
    const flags = USER_PRESENT | (checksPerson ? USER_VERIFIED : 0) | more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.#signatures)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter])
  }

  #credential(response: Record<string, unknown>) {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const clientData = (type: string, challenge: string, { origin }: DeviceManner): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

type CborValue = number | string | Buffer | Map<number | string, CborValue>
/** The little of CBOR (RFC 8949) that an attestation needs: lengths and numbers below 65,536. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, part]) => [cbor(name), cbor(part)])])
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(value)])
}
