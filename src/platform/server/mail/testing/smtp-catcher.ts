// A mail server for tests: takes every email on this machine and gives it back read, as a mail program would show it.
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { readEmail } from './read-email.ts'

export interface CaughtEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface SmtpCatcher {
  /** For SMTP_URL. */
  readonly url: string
  /** Every line that a client sent. */
  readonly lines: readonly string[]
  /** Emails that no test took yet, oldest first. */
  readonly emails: readonly CaughtEmail[]
  /** The oldest email to this address that was not taken yet; waits for it. */
  take(to: string): Promise<CaughtEmail>
  stop(): void
}

const PATIENCE_MS = 30_000

/** `host`: the address to listen at. */
export async function startSmtpCatcher(host = '127.0.0.1'): Promise<SmtpCatcher> {
  const lines: string[] = []
  const emails: CaughtEmail[] = []
  const arrivals = new EventEmitter()
  const server = createServer((socket) =>
    serveSmtp(socket, lines, (message) => {
      emails.push(message)
      arrivals.emit('email')
    }),
  ).listen(0, host)
  await once(server, 'listening')
  const takeNow = (to: string): CaughtEmail | undefined => {
    const index = emails.findIndex((message) => message.to === to)
    return index < 0 ? undefined : emails.splice(index, 1)[0]
  }
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    emails,
    take: async (to) => {
      const patience = AbortSignal.timeout(PATIENCE_MS)
      for (;;) {
        const message = takeNow(to)
        if (message) return message
        if (patience.aborted) throw new Error(`No email to ${to}; there are: ${JSON.stringify(emails)}`)
        await once(arrivals, 'email', { signal: patience }).catch(() => undefined)
      }
    },
    stop: () => void server.close(),
  }
}

/** As much of RFC 5321 as one email to one address needs. */
function serveSmtp(socket: Socket, lines: string[], onEmail: (message: CaughtEmail) => void): void {
  let body: string[] | undefined
  let to = ''
  const answer = (line: string) => socket.write(`${line}\r\n`)
  socket.on('error', () => socket.destroy())
  answer('220 test')
  const reader = createInterface(socket)
  // readline re-emits the socket's error: a killed service must not fail the test.
  reader.on('error', () => {})
  reader.on('line', (line) => {
    lines.push(line)
    if (body) {
      // A line that begins with a dot was sent with one more.
      if (line !== '.') return void body.push(line.replace(/^\./, ''))
      onEmail({ to, ...readEmail(body) })
      body = undefined
      return answer('250 ok')
    }
    to = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? to
    if (line !== 'DATA') return answer(line === 'QUIT' ? '221 bye' : '250 ok')
    body = []
    return answer('354 go on')
  })
}
