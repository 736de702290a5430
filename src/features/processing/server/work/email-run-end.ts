// An email at the end of a run above a minute, for those who asked for one and whose address is confirmed: when it is completed, and when a worker or
// the look for lost jobs fails it; not at a cancel, and not for a result after the limit. It is an extra: a failure is only logged and
// changes nothing about the run, and nobody waits for it: behind a mail server that hangs would stand the places of the workers.
import { setTimeout as delay } from 'node:timers/promises'
import { emailHtml } from '#features/account/server/email/email-html.ts'
import { addressForDone } from '#features/account/server/profile/preferences.store.ts'
import { emailText } from '#rulebook/account/email-texts.ts'
import { LONG_RUN_MS } from '#rulebook/runs/run-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { EndedRun, ProcessingParts, RunEmails } from '../processing-parts.ts'

type EmailParts = Pick<ProcessingParts, 'database' | 'mailer' | 'settings' | 'clock' | 'log'>

/** For what is on its way when the process stops. */
const SETTLE_MS = 3000

export function createRunEmails(parts: EmailParts): RunEmails {
  const onTheirWay = new Set<Promise<void>>()
  return {
    send: (job, end) => {
      const sending = emailRunEnd(parts, job, end).finally(() => onTheirWay.delete(sending))
      onTheirWay.add(sending)
    },
    settle: async () => {
      if (onTheirWay.size === 0) return
      const waiting = new AbortController()
      const enough = delay(SETTLE_MS, undefined, { signal: waiting.signal }).catch(() => {})
      await Promise.race([Promise.all(onTheirWay), enough])
      waiting.abort()
    },
  }
}

async function emailRunEnd(parts: EmailParts, job: EndedRun, end: 'runDone' | 'runFailed'): Promise<void> {
  const { mailer, clock, log } = parts
  if (!mailer.delivers || clock.now().getTime() - job.createdAt.getTime() < LONG_RUN_MS) return
  try {
    const email = await addressForDone(parts.database.orm, job.userId)
    if (email) await mailer.send(write(parts, job, end, email))
  } catch (error) {
    log.warn({ jobId: job.id, err: error }, 'email at the end of a run not sent')
  }
}

function write({ settings }: EmailParts, job: EndedRun, end: 'runDone' | 'runFailed', to: string) {
  const product = settings.productName
  const link = settings.publicOrigin + PATHS.profileHistory
  const tool = modelByKey(job.modelKey)?.displayName ?? job.modelKey
  const { subject, text } = emailText(end, { product, link, name: job.originalFilename, tool })
  return { to, subject, text, html: emailHtml({ product, subject, text, link }) }
}
