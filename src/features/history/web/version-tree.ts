// The runs of one picture as a tree: a run on a result stands below the run that made it.
import type { HistoryJob } from '../contract.ts'

export interface VersionNode {
  readonly record: HistoryJob
  readonly versions: readonly VersionNode[]
}

/** Keeps the order of the list. What was made from a run that is not in it is at the top. */
export function versionTree(records: readonly HistoryJob[]): VersionNode[] {
  const ids = new Set(records.map(({ id }) => id))
  const below = (parentId: string | undefined): VersionNode[] =>
    records
      .filter((record) => (record.parentId && ids.has(record.parentId) ? record.parentId : undefined) === parentId)
      .map((record) => ({ record, versions: below(record.id) }))
  return below(undefined)
}
