// A network namespace with one virtual cable (veth) to this machine, in place of a second machine. Linux, root and iproute2; nothing is left behind.
import { execFileSync, spawnSync } from 'node:child_process'
import { connect as connectTo, createServer, type Server } from 'node:net'

export interface NetworkNamespace {
  /** Prefix of a command that runs there; it execs, so the process is the command's own. */
  readonly enter: readonly string[]
  /** This machine, as seen from there. */
  readonly hostAddress: string
  /** Pulls the cable, and plugs it in again. */
  cut(): void
  mend(): void
  remove(): void
}

/** Why none can be made here; undefined when one can. */
export function whyNoNamespace(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'network namespaces need root on Linux'
  const name = nameOf(0)
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) return 'network namespaces cannot be made here'
  spawnSync('ip', ['netns', 'del', name])
  return undefined
}

/** `number`, from 1, must be unique. */
export function makeNamespace(number: number): NetworkNamespace {
  const name = nameOf(number)
  const [here, there] = [`hy${process.pid % 10_000}h${number}`, `hy${process.pid % 10_000}n${number}`]
  const [hostAddress, ownAddress] = [1, 2].map((end) => `10.213.${number}.${end}`)
  const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' })
  ip('netns', 'add', name)
  ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name)
  ip('addr', 'add', `${hostAddress}/24`, 'dev', here)
  ip('link', 'set', here, 'up')
  ip('-n', name, 'addr', 'add', `${ownAddress}/24`, 'dev', there)
  ip('-n', name, 'link', 'set', there, 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  return {
    enter: ['ip', 'netns', 'exec', name],
    hostAddress: hostAddress!,
    cut: () => void ip('link', 'set', here, 'down'),
    mend: () => void ip('link', 'set', here, 'up'),
    // The cable goes with it.
    remove: () => void spawnSync('ip', ['netns', 'del', name]),
  }
}

const nameOf = (number: number): string => `huanying-${process.pid}-${number}`

/** Servers of tests listen on this machine alone; this hands their port on to a namespace. */
export async function handOn(address: string, port: number): Promise<Server> {
  const server = createServer((socket) => {
    const inner = connectTo(port, '127.0.0.1')
    socket.pipe(inner).pipe(socket)
    for (const end of [socket, inner])
      end.on('error', () => {
        socket.destroy()
        inner.destroy()
      })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, resolve)
  })
  return server
}
