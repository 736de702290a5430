// Browsers' reports of Content-Security-Policy violations: an injected script shows here first. Anybody can send
// such reports (browser extensions cause many), so all are counted and a few a minute are logged.
import { type Context, Hono } from 'hono'
import { type Log, withoutQueryValues } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { limitBody } from './limit-body.ts'
import type { HttpEnv } from './request-context.ts'
import { REPORT_PATH } from './security-headers.ts'

const MAX_BODY_BYTES = 32 * 1024
const LINES_PER_MINUTE = 20
const LONGEST_TEXT = 200
/** Values of the counter's label: no caller makes others. */
const DIRECTIVES = /^(script|style|img|font|connect|worker|object|frame|form|base|default|media|manifest|child)-/

interface Violation {
  readonly directive: string
  readonly blocked: string
  readonly page: string
}

/** `POST /api/csp-reports`: 204 whatever came, 413 above 32 KB. */
export function createPolicyReports(log: Log, metrics: Metrics): Hono<HttpEnv> {
  const count = metrics.addCounter('huanying_csp_reports_total', 'Broken page policies told by browsers', 'directive')
  const mayWrite = linesPerMinute()
  return new Hono<HttpEnv>().post(REPORT_PATH, limitBody(MAX_BODY_BYTES), async (context) => {
    const violation = await readViolation(context)
    if (violation) {
      count(DIRECTIVES.test(violation.directive) ? violation.directive.split('-', 1)[0]! : 'other')
      if (mayWrite()) log.warn({ part: 'page policy', ...violation }, 'a page broke its policy')
    }
    return context.body(null, 204)
  })
}

function linesPerMinute(): () => boolean {
  let minute = 0
  let written = 0
  return () => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, written] = [now, 0]
    written += 1
    return written <= LINES_PER_MINUTE
  }
}

async function readViolation(context: Context<HttpEnv>): Promise<Violation | undefined> {
  const fields = fieldsOf(fieldsOf(await context.req.json().catch(() => null))['csp-report'])
  const directive = textOf(fields['effective-directive'] ?? fields['violated-directive'])
  if (!directive) return undefined
  const [blocked, page] = [fields['blocked-uri'], fields['document-uri']].map((address) => textOf(address))
  return { directive, blocked: withoutQueryValues(blocked!), page: withoutQueryValues(page!) }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '')
