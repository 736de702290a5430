// The walls around a child that decodes strangers' files. In force before the first line of its code runs:
// - limits of the system (POSIX `ulimit`): processor seconds, memory of its own, open files, size of a file, no memory dump;
// - where the machine allows user namespaces: no network at all and none of the capabilities of the user who started it.
// The environment is emptied by start-child.ts, resident memory and elapsed time are watched by run-child.ts.
// TRAP: an address-space limit is out of reach: V8 and WebAssembly reserve 9.5 GB for a thumbnail and 103 GB for a run with nets
// (measured). The data limit counts what is writable: 0.6 GB for an idle child, 2.0 GB for a run with nets.
import { spawnSync } from 'node:child_process'
import type { ChildTask } from '../child/protocol.ts'

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
const OPEN_FILES = 256
const SHELL = '/bin/sh'
const NO_NETWORK = ['unshare', '--user', '--net']
/** The units of `ulimit` in POSIX mode. */
const [KIBIBYTE, BLOCK_BYTES] = [1024, 512]

export interface Confinement {
  readonly limits: boolean
  readonly network: 'none' | 'open'
}

let inForce: Confinement | undefined

/** What this machine can do; asked once. */
export function confinement(): Confinement {
  inForce ??= { limits: process.platform !== 'win32', network: canUnshare() ? 'none' : 'open' }
  return inForce
}

function canUnshare(): boolean {
  if (process.platform !== 'linux') return false
  const [command = '', ...args] = NO_NETWORK
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0
}

/** The program and its first arguments that end, in the same process, in Node with these limits in force. */
export function confined(
  kind: ChildTask['kind'],
  nodeArgs: readonly string[],
): { execPath: string; execArgv: string[] } {
  const { limits, network } = confinement()
  const command = [...(network === 'none' ? NO_NETWORK : []), process.execPath, ...nodeArgs]
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
