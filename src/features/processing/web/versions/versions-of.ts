// The versions of one picture, oldest first: its original, then every result that still has its file. Two of one model are numbered.
import { VERSION_TEXTS } from '#rulebook/runs/version-texts.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { Job, Upload } from '../../contract.ts'
import type { ComparedSource } from '../compare/compare-view.tsx'
import { type CurrentPicture, pictureOfResult, pictureOfUpload } from '../picture/current-picture.ts'

export interface Version {
  readonly id: string
  readonly name: string
  readonly picture: CurrentPicture
  readonly compared: ComparedSource
}

const comparedOf = (picture: CurrentPicture, fullAddress?: string): ComparedSource => ({
  address: picture.viewAddress,
  tilesOf: picture.source,
  width: picture.width,
  height: picture.height,
  ...(fullAddress !== undefined && { fullAddress }),
})

/** An entry of the history. */
type Family = Upload & { readonly records: readonly Job[] }

export function versionsOf(entry: Family): Version[] {
  const versions: Version[] = []
  if (!entry.filesRemoved) {
    const picture = pictureOfUpload(entry)
    versions.push({ id: entry.id, name: VERSION_TEXTS.original, picture, compared: comparedOf(picture) })
  }
  const counts = new Map<string, number>()
  for (const record of [...entry.records].reverse()) {
    const picture = record.filesRemoved ? undefined : pictureOfResult(record)
    if (!picture) continue
    const name = modelByKey(record.modelKey)?.displayName ?? record.modelKey
    const nth = (counts.get(name) ?? 0) + 1
    counts.set(name, nth)
    versions.push({
      id: record.id,
      name: nth === 1 ? name : `${name} ${nth}`,
      picture,
      compared: comparedOf(picture, record.result?.downloadAddress),
    })
  }
  return versions
}
