// Reads one small file from an address that a third party supplied (an account's picture at a provider). Such an address must not
// make this service call into its own network (SSRF): https on the usual port only, no redirect, and no connection to a private address, so a
// name that resolves differently the second time (DNS rebinding) gains nothing. Origins set by the operator are not checked.
import { lookup as resolveName } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './client-address.ts'
import { readAtMost } from './read-at-most.ts'

export interface PublicFile {
  readonly bytes: Buffer<ArrayBuffer>
  readonly type: string
}
export interface PublicFileLimits {
  readonly maxBytes: number
  /** For the whole of it, a slow sender included. */
  readonly timeoutMs: number
  readonly trustedOrigins: readonly string[]
}

/** Throws an Error that never names the path: addresses of pictures can be keys. */
export async function fetchPublicFile(address: string, limits: PublicFileLimits): Promise<PublicFile> {
  const url = URL.parse(address)
  if (!url) throw new Error('this is no address')
  const isTrusted = limits.trustedOrigins.includes(url.origin)
  if (!isTrusted) demandPublic(url)
  const answer = await ask(url, isTrusted, AbortSignal.timeout(limits.timeoutMs))
  try {
    if (answer.statusCode !== 200) throw new Error(`${url.host} answered ${answer.statusCode}`)
    const type = answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
    return { bytes: await readAtMost(answer as AsyncIterable<Uint8Array>, limits.maxBytes), type }
  } finally {
    answer.destroy()
  }
}

function demandPublic({ protocol, port, hostname, username, host }: URL): void {
  const ip = hostname.replace(/^\[|\]$/g, '')
  // TRAP: an address in numbers is not looked up, so it must be judged here.
  if (protocol === 'https:' && port === '' && username === '' && (isIP(ip) === 0 || isPublicAddress(ip))) return
  throw new Error(`${host} is not asked: only https at a public address is`)
}

function ask(url: URL, isTrusted: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const lookup = isTrusted ? undefined : publicLookup
  return new Promise((resolve, reject) => {
    // No shared connections: one that was opened for a trusted origin must not serve another.
    request(url, { signal, agent: false, ...(lookup && { lookup }), headers: { accept: 'image/*' } })
      .once('response', resolve)
      .once('error', reject)
      .end()
  })
}

/** As `dns.lookup`, but fails for a name with any private address. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, found) => {
    const first = found?.[0]
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 0)
    if (!found.every(({ address }) => isPublicAddress(address)))
      return callback(new Error(`${hostname} leads to an inner address`), '', 0)
    if (options.all) return callback(null, found)
    callback(null, first.address, first.family)
  })
}
