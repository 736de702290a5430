// A line to a server that breaks when a test wants it to. What Chromium's own offline mode leaves alone are requests on their way.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface Place {
  readonly hostname: string
  readonly port: string
}
export type BreakableLine = Awaited<ReturnType<typeof startBreakableLine>>

/** `target`: asked for each connection, for a server that starts later than its line. */
export async function startBreakableLine(target: () => Place) {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const { hostname, port } = target()
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          open.delete(socket)
          other.destroy()
        })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** What is on its way is lost, and nothing gets through until `mend`. */
    cut: () => {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: () => void server.close(),
  }
}
