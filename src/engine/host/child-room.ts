// A folder of its own for each child that starts behind walls, and the only one of the service's temporary files that it sees: it lies over their root (confine-child.ts).
// What a task needs is put in before, what it made is taken out after. A child that was taken over so reaches no other picture under way, and cannot have us store
// what a link of its making points to.
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
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

/** What cannot be removed now (a disk that is not to be written, a folder that a child closed) the sweep of temporary folders takes. */
export function removeRoom(room: ChildRoom): void {
  try {
    rmSync(room.path, { recursive: true, force: true })
  } catch {
    // Nobody waits for it.
  }
}

export interface MovedTask {
  /** With the names that the child sees. */
  readonly task: ChildTask
  /** What was made goes where the task wants it. Throws EngineError. */
  readonly takeOut: () => Promise<void>
  /** A child that lives keeps its hand in a folder, wherever that goes: it has to be gone before what is in it is looked at. */
  readonly isFolder: boolean
}

const INPUTS: ReadonlySet<string> = new Set(['sourcePath', 'answerPath'])
/** A folder of tiles; it is there before, and other things may lie in it. */
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
      for (const { inside, wanted } of made) await move(inside, wanted)
    },
    isFolder: FOLDER in moved,
  }
}

async function move(inside: string, wanted: string): Promise<void> {
  if (existsSync(wanted) && lstatSync(inside).isDirectory()) {
    for (const name of readdirSync(inside)) await move(join(inside, name), join(wanted, name))
    return
  }
  await rename(inside, wanted)
  if (isPlain(wanted)) return
  await rm(wanted, { recursive: true, force: true })
  throw new EngineError('crashed', 'a child made something else than a file')
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
