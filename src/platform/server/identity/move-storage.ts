// Carries a service's pictures from one storage to another, and the proof of being its storage with them: the target's mark counts one move more, so the first
// start on the target takes the proof over, and the source proves nothing from then on (decision 0233). No database: the service may run meanwhile.
import { CopyRefusedError, type CopyReport, copyStorage } from '../storage/copy-storage.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { MARK_KEY, type Mark, markFrom, markText, readMark, writeMark } from './storage-mark.ts'

interface Move {
  readonly from: ObjectStorage
  readonly to: ObjectStorage
  /** As messages name the target. */
  readonly place: string
  readonly journal: string
  /** Journal of the moves the other way. */
  readonly journalBack: string
  readonly tempRoot: string
}

/** Throws CopyRefusedError before anything is changed where the target is not the source's to fill. */
export async function moveStorage({ from, to, place, ...ways }: Move): Promise<CopyReport> {
  const [source, target] = await Promise.all([markOf(from), markOf(to)])
  refuseUnfinished(source, target)
  const { service, moves } = source ?? NONE
  const isGoneOnWith = target !== undefined && target.moves > moves
  const mark = { service, moves: isGoneOnWith ? target.moves : moves + 1, place }
  const report = await copyStorage({
    ...{ ...ways, from, to, markKey: MARK_KEY },
    // Earlier releases counted no moves and left two storages with one mark: only what is newer tells which of them lives.
    refusesOthers: target?.moves === moves,
    mark: async () => void (await writeMark(to, markText({ ...mark, state: 'moving' }))),
  })
  await writeMark(to, markText({ ...mark, state: 'moved' }))
  return report
}

/** Refused by the copy. */
const NONE: Mark = { service: '', moves: 0 }

function refuseUnfinished(source: Mark | undefined, target: Mark | undefined): void {
  if (source?.state === 'moving')
    throw new CopyRefusedError(
      'Only a part of the pictures has arrived in the source: run the move that leads there to its end first. 来源存储中的图片尚未复制完整，请先完成复制到该存储的那次迁移。',
    )
  if (!source || !target || target.state || target.moves === source.moves) return
  if (target.moves > source.moves)
    throw new CopyRefusedError(
      'The service works on the target already: it was started there after a move. Nothing is changed. 服务在迁移后已使用目标存储，未做任何改动。',
    )
  // TRAP: the target may be where the service still lives, and the source a copy of days ago.
  if (source.state === 'moved')
    throw new CopyRefusedError(
      'No service was started on the source since the pictures were moved there, so the target may be newer: start the service on the source once. 迁移到来源存储后服务尚未在其上启动，目标存储可能更新：请先用来源存储启动一次服务。',
    )
}

async function markOf(storage: ObjectStorage): Promise<Mark | undefined> {
  const mark = await readMark(storage)
  return mark === undefined ? undefined : markFrom(mark)
}
