// Letters without and with a mail account.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const letter = { to: 'a@example.com', subject: '验证码', text: '您的验证码：482913', html: '<p>482913</p>' }

describe('outbox', () => {
  it('keeps whole letters for the owner, claims no delivery, and logs neither code nor address', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'huanying-outbox-'))
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const mailer = createOutboxMailer(join(folder, 'outbox'), log, systemClock)
    await mailer.send(letter)
    const [name] = readdirSync(join(folder, 'outbox'))
    const path = join(folder, 'outbox', name!)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(letter)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(mailer.delivers).toBe(false)
    expect(lines.join('')).not.toMatch(/482913|a@example\.com/)
    rmSync(folder, { recursive: true })
  })
})

describe('SMTP', () => {
  it('hands the letter to the server of the address', async () => {
    const received: string[] = []
    const server = createServer((socket) => serveSmtp(socket, received)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const mailer = createSmtpMailer(
      `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      'noreply@service.test',
    )
    await mailer.send(letter)
    expect(mailer.delivers).toBe(true)
    expect(received).toContain('MAIL FROM:<noreply@service.test>')
    expect(received).toContain('RCPT TO:<a@example.com>')
    expect(received.join('\n')).toContain(`Subject: =?UTF-8?B?${Buffer.from(letter.subject).toString('base64')}?=`)
    server.close()
  })

  it('lets nobody add a header or a recipient by line breaks', async () => {
    const received: string[] = []
    const server = createServer((socket) => serveSmtp(socket, received)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'noreply@service.test')
    await mailer.send({ ...letter, subject: 'Hello\r\nBcc: thief@example.com\r\nX-Planted: 1' })
    await mailer.send({ ...letter, to: 'a@example.com\r\nX-Planted: 1' }).catch(() => undefined)
    expect(received.filter((line) => /^(Bcc|X-Planted):/i.test(line))).toEqual([])
    expect(received.filter((line) => line.startsWith('RCPT TO:') && line.includes('thief'))).toEqual([])
    expect(received.some((line) => line.startsWith('Subject: Hello'))).toBe(true)
    server.close()
  })
})

/** As much of RFC 5321 as one letter needs. */
function serveSmtp(socket: Socket, received: string[]): void {
  let isBody = false
  const answer = (line: string) => socket.write(`${line}\r\n`)
  answer('220 test')
  createInterface(socket).on('line', (line) => {
    received.push(line)
    if (isBody) {
      if (line !== '.') return
      isBody = false
      return answer('250 ok')
    }
    if (line === 'DATA') {
      isBody = true
      return answer('354 go on')
    }
    return answer(line === 'QUIT' ? '221 bye' : '250 ok')
  })
}
