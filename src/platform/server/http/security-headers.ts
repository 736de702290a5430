// Headers of every answer (architecture §6). Pages get the hashes of their own inline scripts (React Router prerenders some), so
// no page allows inline scripts in general.
import { createHash } from 'node:crypto'

/** For JSON and files that are no page. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'"
/** For the service worker: a worker obeys the policy of its own script, and must fetch what it keeps. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** Where browsers report violations of the policy. */
export const REPORT_PATH = '/api/csp-reports'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The Content-Security-Policy of one HTML page, as it was built; `pictureOrigin` is the S3 server's, where pictures come from one. */
export function pagePolicy(html: string, pictureOrigin?: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map((match) => sha256(match[1]!))
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes)].join(' '),
    // Mantine writes style attributes and one style element with its variables; styles run no code.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", pictureOrigin].filter(Boolean).join(' '),
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Not `report-to`: it needs TLS, reports a minute later, and browsers that know both ignore this one.
    `report-uri ${REPORT_PATH}`,
  ].join('; ')
}

const sha256 = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** `isSecure`: the service is reached over TLS, so HSTS may be sent. */
export function commonHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
