// Emails by SMTP, through the account of SMTP_URL; over TLS, unless the server is on this machine or the address says `?requireTLS=false`.
import { createTransport } from 'nodemailer'
import { isLoopback } from '../in-the-clear.ts'
import type { Mailer } from './mailer.ts'

const TIMEOUT_MS = 20_000

export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Emails carry links and codes: without this they would go in clear text to a server, or a man in the middle, that offers no TLS.
    requireTLS: !isLoopback(url),
  })
  return {
    delivers: true,
    check: () => transport.verify(),
    send: async ({ to, subject, text, html }) => {
      await transport.sendMail({ from, to, subject, text, html })
    },
  }
}
