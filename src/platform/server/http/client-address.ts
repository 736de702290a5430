// Who calls: the socket's address, or the one that a trusted proxy reports. Limits per address rest on it, so an untrusted
// `x-forwarded-for` never counts.
import { BlockList, isIP } from 'node:net'

export type ClientAddressOf = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/** `trustedProxies` are addresses or CIDR ranges. The rightmost address that is not a trusted proxy is the caller. */
export function createClientAddressOf(trustedProxies: readonly string[]): ClientAddressOf {
  const isTrusted = addressChecker(trustedProxies)
  return (socketAddress, forwardedFor) => {
    let address = plainAddress(socketAddress ?? '')
    const hops = (forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()))
    while (isTrusted(address) && hops.length > 0) {
      const hop = hops.pop()!
      if (isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}

const PRIVATE_RANGES = ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10']
/** True for addresses that the internet does not reach. */
export const isPrivateAddress = addressChecker(PRIVATE_RANGES)

/** Special-purpose ranges: a name that resolves to one is not public. */
const SPECIAL_RANGES = [
  ...['0.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '192.0.0.0/24', '198.18.0.0/15', '224.0.0.0/3'],
  ...['::/96', '64:ff9b::/32', '2001::/32', '2002::/16', 'fec0::/10', 'ff00::/8'],
]
const isInner = addressChecker([...PRIVATE_RANGES, ...SPECIAL_RANGES])
/** True for an address of the open internet, whatever its way of writing. */
export const isPublicAddress = (address: string): boolean => isIP(address) > 0 && !isInner(plainAddress(address))

/** An address, or a range in CIDR's way of writing. */
export function isAddressRange(text: string): boolean {
  const [network = '', prefix, ...more] = text.split('/')
  const family = isIP(network)
  if (family === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32))
}

function addressChecker(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/', 2)
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(prefix), family)
  }
  return (address) => isIP(address) > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Whom limits count as one: an IPv4 address, or the /64 of an IPv6 one, because a household owns all of these.
 * Returns the first four groups, written out.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail ? tail.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group])) : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - tailGroups.length)
  const all = [...groups, ...Array<string>(missing).fill('0'), ...tailGroups]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Whose neighbours limits count together: the /24 of an IPv4 address, the /48 of an IPv6 one, as providers hand them out. */
export const widerNetworkOf = (address: string): string =>
  isIP(address) === 6
    ? `${networkOf(address).split(':').slice(0, 3).join(':')}::/48`
    : address.replace(/\.\d+$/, '.0/24')

/** `::ffff:10.0.0.1` is how a socket for both families names an IPv4 caller. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
