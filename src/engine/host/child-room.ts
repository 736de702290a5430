// A folder of its own for each child that starts behind walls, and the only one of the service's temporary files that it sees: it lies over their root (confine-child.ts).
// What a task needs is put in before, what it made is taken out after. A child that was taken over so reaches no other picture under way, and cannot have us store
// what a link of its making points to.
import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChildTask } from '../child/protocol.ts'
import { EngineError } from '../engine-error.ts'

export interface ChildRoom {
  readonly path: string
  /** Under which name the child sees it. */
  readonly seenAs: string
}

export function makeRoom(temporaryRoot: string): ChildRoom {
  mkdirSync(temporaryRoot, { recursive: true })
  return { path: mkdtempSync(join(temporaryRoot, 'child-')), seenAs: temporaryRoot }
}

/** What stays of a process that was killed the sweep of temporary folders takes. */
export const removeRoom = (room: ChildRoom): void => rmSync(room.path, { recursive: true, force: true })

export interface MovedTask {
  /** With the names that the child sees. */
  readonly task: ChildTask
  /** What was made goes where the task wants it. Throws EngineError. */
  readonly takeOut: () => Promise<void>
}

const INPUTS: ReadonlySet<string> = new Set(['sourcePath', 'answerPath'])
/** Of tiles; it is there before. */
const FOLDER = 'folder'

/** Without waiting: the child may end meanwhile, unheard. */
export function moveIn(room: ChildRoom, task: ChildTask): MovedTask {
  const moved: Record<string, string> = {}
  const made: { readonly inside: string; readonly wanted: string }[] = []
  for (const [name, path] of Object.entries(task.request) as [string, unknown][]) {
    if (typeof path !== 'string' || !(name === FOLDER || name.endsWith('Path'))) continue
    const inside = join(room.path, name)
    moved[name] = join(room.seenAs, name)
    if (INPUTS.has(name)) give(path, inside)
    else made.push({ inside, wanted: path })
    if (name === FOLDER) mkdirSync(inside)
  }
  return {
    task: { ...task, request: { ...task.request, ...moved } } as ChildTask,
    takeOut: async () => {
      for (const { inside, wanted } of made) {
        await rename(inside, wanted)
        if (isPlain(wanted)) continue
        await rm(wanted, { recursive: true, force: true })
        throw new EngineError('crashed', 'a child made something else than a file')
      }
    },
  }
}

/** A second name costs nothing; from another disk it is copied. */
function give(path: string, inside: string): void {
  try {
    linkSync(path, inside)
  } catch {
    copyFileSync(path, inside, constants.COPYFILE_FICLONE)
  }
}

/** Looked at where the child, which may still live, does not reach it any more: a link would be followed by whoever stores it. */
function isPlain(path: string): boolean {
  const facts = lstatSync(path)
  return facts.isDirectory() ? readdirSync(path).every((name) => isPlain(join(path, name))) : facts.isFile()
}
