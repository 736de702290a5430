// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { offlinePage } from './offline-page.ts'

/** As a browser that keeps this shows the page. */
function classWith(settings: object): string {
  localStorage.setItem('app-settings', JSON.stringify(settings))
  document.documentElement.className = ''
  const [, script = ''] = /<script>(try\{.*?\}catch\(error\)\{\})/.exec(offlinePage())!
  new Function(script)()
  return document.documentElement.className
}

it('is dark for who chose it, in the colours of the other pages', () => {
  expect(classWith({ theme: 'dark', language: 'zh-CN' })).toBe('dark')
  expect(classWith({ theme: 'light', language: 'zh-CN' })).toBe('')
  const sheet = readFileSync(`${import.meta.dirname}/../styles/dark.css`, 'utf8')
  const colours = [...offlinePage().matchAll(/^\.dark .*$/gm)].flatMap(([rule]) => rule.match(/#[0-9a-f]{6}/g) ?? [])
  expect(colours.length).toBeGreaterThan(5)
  for (const colour of colours) expect(sheet).toContain(colour)
})
