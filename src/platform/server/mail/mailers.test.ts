// Emails without and with a mail account.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createOutboxMailer, outboxIn, removeOldEmails } from './outbox-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import { startSmtpCatcher } from './testing/smtp-catcher.ts'

const message = { to: 'a@example.com', subject: '验证码', text: '您的验证码：482913', html: '<p>482913</p>' }

describe('outbox', () => {
  it('[CALL-ACC-11] keeps whole emails for the owner, claims no delivery, and logs neither code nor address', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'huanying-outbox-'))
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const mailer = createOutboxMailer(join(folder, 'outbox'), log, systemClock)
    await mailer.send(message)
    const [name] = readdirSync(join(folder, 'outbox'))
    const path = join(folder, 'outbox', name!)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(message)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(mailer.delivers).toBe(false)
    expect(lines).toHaveLength(1)
    expect(lines.join('')).not.toMatch(/482913|a@example\.com/)
    rmSync(folder, { recursive: true })
  })
})

describe('the night of an outbox', () => {
  it('removes emails from before the last 30 days, nothing else, and misses no folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'huanying-outbox-'))
    const outbox = outboxIn(folder)
    const now = new Date()
    expect(await removeOldEmails(outbox, now)).toBe(0)
    const mailer = createOutboxMailer(outbox, createLog('silent'), systemClock)
    for (let n = 0; n < 3; n += 1) await mailer.send(message)
    const [older, old, young] = readdirSync(outbox) as [string, string, string]
    writeFileSync(join(outbox, 'note.txt'), 'of the operator')
    const age = (name: string, days: number) => {
      const at = new Date(now.getTime() - days * 86_400_000)
      utimesSync(join(outbox, name), at, at)
    }
    age(older, 400)
    age(old, 30.1)
    age(young, 29.9)
    age('note.txt', 400)
    expect(await removeOldEmails(outbox, now)).toBe(2)
    expect(readdirSync(outbox).sort()).toEqual([young, 'note.txt'].sort())
    rmSync(folder, { recursive: true })
  })
})

describe('SMTP', () => {
  it('hands the email to the server of the address, in both forms', async () => {
    const server = await startSmtpCatcher()
    const mailer = createSmtpMailer(server.url, 'noreply@service.test')
    await mailer.send(message)
    expect(mailer.delivers).toBe(true)
    expect(server.lines).toContain('MAIL FROM:<noreply@service.test>')
    expect(server.lines).toContain('RCPT TO:<a@example.com>')
    const { text, ...rest } = await server.take('a@example.com')
    expect({ ...rest, text: text.trim() }).toEqual(message)
    server.stop()
  })

  it('says whether its account can be reached, without an email', async () => {
    const server = await startSmtpCatcher()
    const mailer = createSmtpMailer(server.url, 'noreply@service.test')
    await expect(mailer.check!()).resolves.toBe(true)
    expect(server.lines.some((line) => line.startsWith('MAIL FROM'))).toBe(false)
    server.stop()
    await expect(mailer.check!()).rejects.toThrow()
  })

  it('sends nothing to a remote server without TLS, unless the address allows it', async () => {
    const server = await startSmtpCatcher('0.0.0.0')
    // Another address of this machine: to the mailer a server elsewhere.
    const elsewhere = server.url.replace('127.0.0.1', '127.0.0.2')
    await expect(createSmtpMailer(elsewhere, 'noreply@service.test').send(message)).rejects.toThrow()
    expect(server.lines.some((line) => /^(MAIL|RCPT|AUTH)/.test(line))).toBe(false)
    await createSmtpMailer(`${elsewhere}?requireTLS=false`, 'noreply@service.test').send(message)
    expect(server.lines).toContain('RCPT TO:<a@example.com>')
    server.stop()
  })

  it('lets nobody add a header or a recipient by line breaks', async () => {
    const server = await startSmtpCatcher()
    const mailer = createSmtpMailer(server.url, 'noreply@service.test')
    await mailer.send({ ...message, subject: 'Hello\r\nBcc: thief@example.com\r\nX-Planted: 1' })
    await mailer.send({ ...message, to: 'a@example.com\r\nX-Planted: 1' }).catch(() => undefined)
    expect(server.lines.filter((line) => /^(Bcc|X-Planted):/i.test(line))).toEqual([])
    expect(server.lines.filter((line) => line.startsWith('RCPT TO:') && line.includes('thief'))).toEqual([])
    expect(server.lines.some((line) => line.startsWith('Subject: Hello'))).toBe(true)
    server.stop()
  })

  it('long Chinese words and lines arrive whole', async () => {
    const server = await startSmtpCatcher()
    const mailer = createSmtpMailer(server.url, 'noreply@service.test')
    const text = `${'请点击下面的链接完成邮箱验证：'.repeat(20)}\n.\n.点`
    const subject = '请确认更换邮箱'.repeat(12)
    await mailer.send({ to: 'b@example.com', subject, text, html: `<p>${text}</p>` })
    const caught = await server.take('b@example.com')
    expect([caught.subject, caught.text.trimEnd(), caught.html.trimEnd()]).toEqual([subject, text, `<p>${text}</p>`])
    server.stop()
  })
})
