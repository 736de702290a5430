// What the check of advisories makes of the registry's answers.
import { expect, it } from 'vitest'
import { judgeAudit } from './judge-audit.ts'

const answer = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      sharp: { severity, range: '<0.36.0', via: [{ title: 'Overflow', url: 'https://example.test/GHSA-1' }] },
    },
  })

it('fails for severe advisories that nobody accepted', () => {
  expect(judgeAudit(answer('high'), {})).toEqual({
    lines: ['high: sharp <0.36.0 Overflow https://example.test/GHSA-1'],
    fails: true,
  })
  expect(judgeAudit(answer('moderate'), {}).fails).toBe(false)
  expect(judgeAudit(answer('critical'), { sharp: 'runs in the guarded child' }).fails).toBe(false)
})

it('distinguishes no answer from a clean answer', () => {
  expect(judgeAudit('{"statusCode":405,"error":{}}', {}).lines).toEqual([expect.stringContaining('not checked')])
  expect(judgeAudit('', {}).lines).toEqual([expect.stringContaining('not checked')])
  expect(judgeAudit('{"vulnerabilities":{}}', {})).toEqual({
    lines: [expect.stringContaining('No known')],
    fails: false,
  })
})
