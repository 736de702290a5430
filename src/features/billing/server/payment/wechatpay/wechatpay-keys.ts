// Whose signature proves a word of WeChat Pay: its public key (`PUB_KEY_ID_…`), or one of its platform certificates, which change. During a change
// of mode both kinds come mixed, so both are known. Certificates are fetched when a serial number is unknown or they are old, at most once a
// minute: strangers may send unknown serial numbers as often as they like.
import { type KeyObject, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { PaymentUnknown } from '../payment-provider.ts'
import { sendSigned, type WechatpayAccount } from './wechatpay-request.ts'
import { problemOf, serialOf, unseal } from './wechatpay-signature.ts'

const OLD_AFTER_MS = 12 * 3_600_000
const FETCH_EVERY_MS = 60_000

export interface VerificationKeys {
  /** Undefined for a serial number that nobody vouches for. */
  find(serial: string): Promise<KeyObject | undefined>
}

type Certificates = ReadonlyMap<string, X509Certificate>

export function createVerificationKeys(account: WechatpayAccount): VerificationKeys {
  let certificates: Certificates = new Map()
  let [fetchedAtMs, triedAtMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let fetching: Promise<void> | undefined
  const fetchOnce = async (nowMs: number) => {
    triedAtMs = nowMs
    try {
      certificates = await fetchCertificates(account)
      fetchedAtMs = nowMs
    } catch (error) {
      // Known certificates stay valid; the caller reports a missing key.
      if (!(error instanceof PaymentUnknown)) throw error
    } finally {
      fetching = undefined
    }
  }
  return {
    async find(serial) {
      const { publicKey, clock } = account
      if (publicKey && serial === publicKey.id) return publicKey.key
      if (!/^[\da-f]{8,64}$/i.test(serial)) return undefined
      const nowMs = clock.now().getTime()
      const isOld = nowMs - fetchedAtMs > OLD_AFTER_MS
      if (isOld || !certificates.has(serial.toUpperCase())) {
        if (!fetching && nowMs - triedAtMs >= FETCH_EVERY_MS) fetching = fetchOnce(nowMs)
        await fetching
      }
      return validKey(certificates.get(serial.toUpperCase()), nowMs)
    },
  }
}

const validKey = (certificate: X509Certificate | undefined, nowMs: number): KeyObject | undefined =>
  certificate && Date.parse(certificate.validFrom) <= nowMs && nowMs < Date.parse(certificate.validTo)
    ? certificate.publicKey
    : undefined

const listing = z.object({
  data: z.array(
    z.object({
      serial_no: z.string(),
      encrypt_certificate: z.object({
        algorithm: z.string(),
        nonce: z.string(),
        associated_data: z.string().optional(),
        ciphertext: z.string(),
      }),
    }),
  ),
})

/** Only WeChat Pay and we hold the key that they are sealed with; the answer must be signed besides, by one of them or by the public key. */
async function fetchCertificates(account: WechatpayAccount): Promise<Certificates> {
  const answer = await sendSigned(account, 'GET', '/v3/certificates')
  if (answer.status !== 200) throw new PaymentUnknown(`certificates are answered with ${answer.status}`)
  const certificates = readListing(answer.body, account)
  const serial = serialOf(answer)
  const isByPublicKey = serial === account.publicKey?.id
  const key = isByPublicKey ? account.publicKey?.key : certificates.get(serial.toUpperCase())?.publicKey
  const now = account.clock.now()
  if (!key || problemOf(answer, key, now)) throw new PaymentUnknown('the list of certificates is not signed')
  return certificates
}

function readListing(body: Uint8Array, { apiV3Keys }: WechatpayAccount): Certificates {
  try {
    const { data } = listing.parse(JSON.parse(Buffer.from(body).toString('utf8')))
    return new Map(
      data.flatMap(({ serial_no, encrypt_certificate }) => {
        const pem = unseal(encrypt_certificate, apiV3Keys)
        return pem === undefined ? [] : [[serial_no.toUpperCase(), new X509Certificate(pem)] as const]
      }),
    )
  } catch {
    throw new PaymentUnknown('the list of certificates cannot be read')
  }
}
