// How many live views one person, and everybody behind one address, may hold open at a time (measured: 300 streams took a light call
// from 9 to 924 ms).
import { networkOf } from '#platform/server/http/client-address.ts'
import { createPlaces } from '#platform/server/http/places.ts'
import type { SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { STREAMS_AT_ONCE } from '#rulebook/site/request-limits.ts'

/** What gives the place back; it also goes when the caller does. */
type Leave = () => void
/** Throws ServiceError `too-many-streams`. */
export type EnterLiveView = (caller: SignedInContext) => Leave

export interface LiveViews {
  readonly enter: EnterLiveView
  /** For what does not need its place: undefined where there is none. */
  tryEnter(caller: SignedInContext): Leave | undefined
}

export function createLiveViews(): LiveViews {
  const places = createPlaces(STREAMS_AT_ONCE)
  const tryEnter = ({ userId, clientAddress, signal }: SignedInContext): Leave | undefined => {
    const leave = places.take({ person: userId, network: networkOf(clientAddress) })
    if (!leave) return undefined
    // A stream that nobody began to read never reaches its end.
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    return leave
  }
  return {
    tryEnter,
    enter: (caller) => {
      const leave = tryEnter(caller)
      if (!leave) throw new ServiceError('too-many-streams')
      return leave
    },
  }
}
