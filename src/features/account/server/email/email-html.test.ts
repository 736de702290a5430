import { expect, it } from 'vitest'
import { emailText } from '#rulebook/account/email-texts.ts'
import { emailHtml } from './email-html.ts'

const link = 'https://example.com/x?a=1&b=2'
const of = (kind: Parameters<typeof emailText>[0], email = 'a@b.com') => {
  const { subject, text } = emailText(kind, { product: '焕影', link, email })
  return emailHtml({ product: '焕影', subject, text, link })
}

it.each([
  'verifyEmail',
  'resetPassword',
  'changeEmail',
  'changeEmailConsent',
  'passwordChanged',
  'accountDeleted',
] as const)('%s is a whole page with its link once as a button and once as text', (kind) => {
  const html = of(kind)
  expect(html).toContain('<meta charset="utf-8">')
  expect(html).toContain('width=device-width')
  expect(html.match(/href="https:\/\/example\.com\/x\?a=1&#38;b=2"/g)).toHaveLength(1)
  expect(html).toContain('>https://example.com/x?a=1&#38;b=2</p>')
  expect(html).not.toMatch(/<img|<script|<link|<style/)
})

it('a long address breaks instead of widening the email', () => {
  const long = 'somebody.with.a.very.long.address@example.com'
  const paragraph = of('changeEmailConsent', long).match(/<p style="([^"]*)">[^<]*somebody/)
  expect(paragraph?.[1]).toContain('overflow-wrap:anywhere')
})

it('what a person may choose is text, never markup', () => {
  expect(of('changeEmailConsent', '"<script>x</script>"@b.com')).not.toContain('<script>')
})
