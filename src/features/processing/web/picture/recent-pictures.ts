// Originals and results of the own history that can be processed now, newest first.
import type { RecordsEntry } from '../../records-contract.ts'
import { type CurrentPicture, pictureOfResult, pictureOfUpload } from './current-picture.ts'

export interface RecentPicture {
  readonly kind: 'original' | 'result'
  readonly picture: CurrentPicture
}

/** Results stand before the original that they were made from; what was removed is left out. */
export function recentPicturesOf(entries: readonly RecordsEntry[]): RecentPicture[] {
  return entries.flatMap((entry) => {
    const results = entry.records.flatMap((record) => {
      const picture = record.filesRemoved ? undefined : pictureOfResult(record)
      return picture ? [{ kind: 'result' as const, picture }] : []
    })
    return entry.filesRemoved ? results : [...results, { kind: 'original' as const, picture: pictureOfUpload(entry) }]
  })
}
