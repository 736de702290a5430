// Names a device by its user-agent text and its address. Such a text is a claim of the browser: good enough to recognise
// one's own devices by, never a proof of anything.
import { BROWSER_SIGNS, SYSTEM_SIGNS } from '#rulebook/account/device-names.ts'

export interface DeviceNames {
  readonly browser: string | null
  readonly system: string | null
}

const nameIn = (names: typeof BROWSER_SIGNS, text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

export const describeDevice = (userAgent: string | null): DeviceNames => ({
  browser: nameIn(BROWSER_SIGNS, userAgent ?? ''),
  system: nameIn(SYSTEM_SIGNS, userAgent ?? ''),
})

/** The network of an address, without the part that names one household: enough to distinguish home from elsewhere; null when unknown. */
export function coarseAddress(address: string | null): string | null {
  if (!address) return null
  if (address.includes('.')) return `${address.split('.').slice(0, 2).join('.')}.*.*`
  const groups = address.split(':')
  return groups.length > 2 && groups[0] !== '' ? `${groups.slice(0, 2).join(':')}:*` : null
}
