// How many live views one person, and everybody behind one address, may hold open at a time (measured: 300 streams took a light call
// from 9 to 924 ms).
import { networkOf } from '#platform/server/http/client-address.ts'
import { createPlaces } from '#platform/server/http/places.ts'
import type { SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { STREAMS_AT_ONCE } from '#rulebook/site/request-limits.ts'

/** Returns what gives the place back; it also goes when the caller does. Throws ServiceError `too-many-streams`. */
export type EnterLiveView = (caller: SignedInContext) => () => void

export function createLiveViews(): EnterLiveView {
  const places = createPlaces(STREAMS_AT_ONCE)
  return ({ userId, clientAddress, signal }) => {
    const leave = places.take({ person: userId, network: networkOf(clientAddress) })
    if (!leave) throw new ServiceError('too-many-streams')
    // A stream that nobody began to read never reaches its end.
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    return leave
  }
}
