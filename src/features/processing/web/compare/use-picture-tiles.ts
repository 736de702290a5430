// Tiles of a picture, asked for at the first close look at it. The server cuts them then; until they are there, and when there are none,
// the view goes on with what it has.
import { useQuery } from '@tanstack/react-query'
import { ADDRESS_FRESH_MS } from '#rulebook/pictures/shown-pictures.ts'
import type { PictureTiles, StartJob } from '../../contract.ts'
import { processingClient } from '../processing-client.ts'

export interface ReadTiles {
  readonly levels?: PictureTiles['levels']
  readonly tilePx: number
  /** Asked for, and there are none. */
  readonly isMissing: boolean
  readonly state: 'loading' | 'tiles' | 'none'
  /** A tile did not load. */
  readonly renew: () => void
}

export function usePictureTiles(source: StartJob['source'] | undefined, isWanted: boolean): ReadTiles {
  const query = useQuery({
    queryKey: ['picture-tiles', source],
    queryFn: ({ signal }) => readTiles(source!, signal),
    enabled: isWanted && source !== undefined,
    staleTime: ADDRESS_FRESH_MS,
  })
  const levels = query.data?.levels.length ? query.data.levels : undefined
  const isMissing = source === undefined || (!levels && (query.isSuccess || query.isError))
  return {
    levels,
    tilePx: query.data?.tilePx ?? 1,
    isMissing,
    state: levels ? 'tiles' : isMissing ? 'none' : 'loading',
    renew: () => {
      if (query.isStale && !query.isFetching) void query.refetch()
    },
  }
}

const readTiles = (source: StartJob['source'], signal: AbortSignal): Promise<PictureTiles> =>
  'uploadId' in source
    ? processingClient.uploads.tiles({ id: source.uploadId }, { signal })
    : processingClient.jobs.tiles({ id: source.parentJobId }, { signal })
