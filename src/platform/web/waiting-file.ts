// What a tool page finds in the browser's keeping (kept-file.ts). Apart from keeping, which a page must be able to do in the moment in which it goes.
import { dropKeptFile, isYoung, type KeptFile, keep, readKept } from './kept-file.ts'

/** By the share target. No one can tell there whether the phone's user sent it or a form on another site: it waits to be wanted. */
export const keepSharedFile = (file: File): Promise<void> => keep(file, undefined, false)

/** Also of a record that an older version has kept, which did not say who chose. */
const isShared = ({ ownerId, isChosen }: KeptFile): boolean => ownerId === undefined && !isChosen

/** The file that a person chose, which is then kept no longer; undefined without one, for another person's and for an old one. */
export async function takeKeptFile(userId: string | undefined): Promise<File | undefined> {
  const kept = await readKept()
  if (!kept || isShared(kept)) return undefined
  await dropKeptFile()
  const isOwn = kept.ownerId === undefined || kept.ownerId === userId
  return isOwn && isYoung(kept) ? kept.file : undefined
}

/** What is old, or was kept for somebody else than who is here now, is not left to lie at a computer of many. */
export async function dropStrangersFile(userId: string | undefined): Promise<void> {
  const kept = await readKept()
  if (!kept) return
  const isOfAnother = userId !== undefined && kept.ownerId !== undefined && kept.ownerId !== userId
  if (isOfAnother || !isYoung(kept)) await dropKeptFile()
}

/** The shared file, which stays until somebody wants it or not, or until it is old. */
export async function sharedFile(): Promise<File | undefined> {
  const kept = await readKept()
  if (!kept || !isShared(kept)) return undefined
  if (isYoung(kept)) return kept.file
  await dropKeptFile()
  return undefined
}
