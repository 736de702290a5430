// The sandbox around a child that decodes untrusted files. In force before the first line of its code runs:
// - limits of the system (POSIX `ulimit`): processor seconds, memory of its own, open files, size of a file, no memory dump;
// - where the machine allows user namespaces: no network at all and none of the capabilities of the user who started it;
// - where it also allows mounts and process numbers of their own in them: the database, the secret, emails, the stored pictures of everybody and all temporary
//   files but the child's own are not there, and whatever it started ends with it (decision 0114).
// The environment is emptied by start-child.ts, resident memory, elapsed and processor time are watched by run-child.ts.
// TRAP: an address-space limit is impossible: V8 and WebAssembly reserve 9.5 GB for a thumbnail and 103 GB for a run with nets
// (measured). The data limit counts what is writable: 0.6 GB for an idle child, 2.0 GB for a run with nets.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { ChildTask } from '../child/protocol.ts'
import { type ChildRoom, makeRoom } from './child-room.ts'

interface Limits {
  readonly cpuSeconds: number
  readonly dataBytes: number
  readonly fileBytes: number
}

const GIB = 2 ** 30
const SHORT: Limits = { cpuSeconds: 60, dataBytes: 3 * GIB, fileBytes: GIB }
const MIDDLE: Limits = { cpuSeconds: 240, dataBytes: 3 * GIB, fileBytes: GIB }
const LIMITS: Readonly<Record<ChildTask['kind'], Limits>> = {
  inspect: SHORT,
  square: SHORT,
  measure: MIDDLE,
  encode: MIDDLE,
  tiles: MIDDLE,
  prepare: MIDDLE,
  adopt: MIDDLE,
  process: { cpuSeconds: 3600, dataBytes: 8 * GIB, fileBytes: 2 * GIB },
  patch: { cpuSeconds: 600, dataBytes: 8 * GIB, fileBytes: GIB },
}
/** Processor time after which the system ends a child of this kind. */
export const cpuSecondsOf = (kind: ChildTask['kind']): number => LIMITS[kind].cpuSeconds
const OPEN_FILES = 256
const SHELL = '/bin/sh'
/** Whose memory is watched behind the walls is found that way (run-child.ts); a kernel may be built without it. */
const SHOWS_CHILDREN = existsSync(`/proc/${process.pid}/task/${process.pid}/children`)
const NO_NETWORK = ['unshare', '--user', '--net']
/** Mounting needs root inside the namespace; the last word of HIDE drops those rights for good. The first process in there takes all others along. */
const APART = [
  ...['unshare', '--user', '--map-root-user', '--net', '--ipc', '--mount'],
  ...['--pid', '--fork', '--kill-child=SIGKILL'],
]
/**
 * Gets how many paths to hide, the paths, the child's own folder with the root of temporary files that it lies over (or two empty words), and the program. A folder
 * is covered by an empty one that cannot be read, a file by /dev/null.
 */
const HIDE = `n=$1; shift; while [ "$n" -gt 0 ]; do
  if [ -d "$1" ]; then mount -t tmpfs -o ro,size=4k,mode=0 none "$1" || exit 1
  elif [ -e "$1" ]; then mount --bind /dev/null "$1" || exit 1; fi
  shift; n=$((n - 1)); done
if [ -n "$1" ]; then mount --bind "$1" "$2" || exit 1; fi; shift 2
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`
/** The units of `ulimit` in POSIX mode. */
const [KIBIBYTE, BLOCK_BYTES] = [1024, 512]

export interface Confinement {
  readonly limits: boolean
  readonly network: 'none' | 'open'
  /** The files that the service keeps: whether a child that was taken over could read it. */
  readonly files: 'apart' | 'open'
  /** Whether the service runs as root: then a user of its own is the operator's to give (docs/operate.md). */
  readonly user: 'root' | 'own'
}

export interface Hidden {
  /** Folders or files that no child may read. */
  readonly paths: readonly string[]
  /** Root of the children's folders: each child sees its own below it, and nothing else. */
  readonly temporaryRoot?: string
}

let hidden: Hidden = { paths: [] }
let inForce: Confinement | undefined

/** Before the first child. */
export function hideFromChildren(what: Hidden): void {
  hidden = what
  inForce = undefined
}

/** For a child that is about to start; undefined where it sees all temporary files. */
export const roomForChild = (): ChildRoom | undefined =>
  hidden.temporaryRoot && confinement().files === 'apart' ? makeRoom(hidden.temporaryRoot) : undefined

/** What this machine supports; probed once. */
export function confinement(): Confinement {
  if (inForce) return inForce
  const isApart = SHOWS_CHILDREN && works([...apart(), 'true'])
  inForce = {
    limits: process.platform !== 'win32',
    network: isApart || works([...NO_NETWORK, 'true']) ? 'none' : 'open',
    files: isApart ? 'apart' : 'open',
    user: process.getuid?.() === 0 ? 'root' : 'own',
  }
  return inForce
}

const apart = (room?: ChildRoom): string[] => [
  ...[...APART, SHELL, '-c', HIDE, SHELL, String(hidden.paths.length), ...hidden.paths],
  ...(room ? [room.path, room.seenAs] : ['', '']),
]

function works([command = '', ...args]: readonly string[]): boolean {
  return process.platform === 'linux' && spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** The program and its first arguments that end in Node with these limits in force: in the same process, or where `files` are `apart` in its only child. */
export function confined(
  kind: ChildTask['kind'],
  nodeArgs: readonly string[],
  room?: ChildRoom,
): { execPath: string; execArgv: string[] } {
  const { limits, network, files } = confinement()
  const walls = files === 'apart' ? apart(room) : network === 'none' ? NO_NETWORK : []
  const command = [...walls, process.execPath, ...nodeArgs]
  if (!limits) return { execPath: process.execPath, execArgv: [...nodeArgs] }
  return { execPath: SHELL, execArgv: ['-c', `${ulimits(LIMITS[kind])}; exec "$@"`, SHELL, ...command] }
}

/** A limit that is stricter already cannot be raised; then it stays, and the shell's complaint goes nowhere. */
const ulimits = ({ cpuSeconds, dataBytes, fileBytes }: Limits): string =>
  [
    'ulimit -c 0',
    `ulimit -n ${OPEN_FILES}`,
    `ulimit -t ${cpuSeconds}`,
    `ulimit -d ${Math.ceil(dataBytes / KIBIBYTE)}`,
    `ulimit -f ${Math.ceil(fileBytes / BLOCK_BYTES)}`,
  ]
    .map((line) => `${line} 2>/dev/null`)
    .join('; ')
