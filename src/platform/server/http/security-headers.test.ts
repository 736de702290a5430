// The policy of a page and what is said behind TLS only (architecture §6).
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { commonHeaders, pagePolicy } from './security-headers.ts'

describe('the policy of a page', () => {
  const script = 'start()'
  const policy = pagePolicy(`<script>${script}</script><script type="module" src="/a.js"></script>`)
  const scripts = /script-src ([^;]*)/.exec(policy)![1]

  it('allows its own inline scripts by their hash, and no other', () => {
    expect(scripts).toBe(`'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  })

  it('shows pictures of the S3 server that the operator named, and of no other origin', () => {
    expect(policy).toContain("img-src 'self' data: blob:;")
    expect(pagePolicy('', 'https://s3.example.com')).toContain("img-src 'self' data: blob: https://s3.example.com;")
  })

  it('has browsers report violations', () => {
    expect(policy).toContain('report-uri /api/csp-reports')
  })

  it('lets nobody frame the page, send its forms elsewhere or change its base', () => {
    for (const rule of ["frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'", "object-src 'none'"])
      expect(policy).toContain(rule)
  })
})

it('sends HSTS only where the service is reached over TLS', () => {
  expect(commonHeaders(true)).toMatchObject({
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
  })
  expect(commonHeaders(false)).not.toHaveProperty('strict-transport-security')
})
