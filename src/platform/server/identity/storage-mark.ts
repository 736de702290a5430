// The mark that a storage carries: whose it is, and which of the places between which `npm run storage:move` has carried the pictures (decision 0233).
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ObjectMissingError, type ObjectStorage } from '../storage/object-storage.ts'

/** Beside the pictures' own folders, so that whatever copies a storage copies its mark. */
export const MARK_KEY = 'service/identity'

export interface Mark {
  readonly service: string
  /** How many moves led here; the service goes with the highest that it was started on. */
  readonly moves: number
  /** Where that is, for messages; absent before the first move. */
  readonly place?: string | undefined
  /** `moving`: only a part has arrived. `moved`: all has, and no service was started on it yet. Absent: a service's own. */
  readonly state?: 'moving' | 'moved' | undefined
}

export const newMark = (): string => randomUUID()

/** The words of its text; a mark before the first move is one word, as earlier releases write it. */
export function markFrom(words: string): Mark {
  const [service = '', moves, place, state] = words.split(' ')
  return { service, moves: Number(moves ?? 0), place, state: state as Mark['state'] }
}

export const markText = ({ service, moves, place, state }: Mark): string =>
  [service, ...(moves > 0 ? [moves, place, ...(state ? [state] : [])] : [])].join(' ')

export async function readMark(storage: ObjectStorage): Promise<string | undefined> {
  try {
    return await text(await storage.openRead(MARK_KEY))
  } catch (error) {
    if (error instanceof ObjectMissingError) return undefined
    throw error
  }
}

export async function writeMark(storage: ObjectStorage, mark: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'huanying-mark-'))
  try {
    await writeFile(join(folder, 'mark'), mark)
    await storage.putFile(MARK_KEY, join(folder, 'mark'), 'text/plain')
    return mark
  } finally {
    await rm(folder, { recursive: true })
  }
}
