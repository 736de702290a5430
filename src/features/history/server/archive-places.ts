// How many archives one person, and everybody behind one address, may download at a time: each reads its files again, and looks at all of them before
// the first byte leaves.
import { networkOf } from '#platform/server/http/client-address.ts'
import { createPlaces } from '#platform/server/http/places.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { ARCHIVES_AT_ONCE } from '#rulebook/site/request-limits.ts'

interface Downloader {
  readonly userId: string
  readonly clientAddress: string
}
export interface ArchivePlaces {
  /** Returns what gives the place back. Throws ServiceError `too-many-archives`. */
  take(downloader: Downloader): () => void
  /** Before an address is offered, where the refusal has a page to stand on; the download itself would show it as a broken file. */
  demandRoom(downloader: Downloader): void
}

export function createArchivePlaces(): ArchivePlaces {
  const places = createPlaces(ARCHIVES_AT_ONCE)
  const take = ({ userId, clientAddress }: Downloader): (() => void) => {
    const leave = places.take({ person: userId, network: networkOf(clientAddress) })
    if (!leave) throw new ServiceError('too-many-archives')
    return leave
  }
  return { take, demandRoom: (downloader) => take(downloader)() }
}
