// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { chooseTheme, readAppSettings } from './app-settings.ts'

beforeEach(() => localStorage.clear())

it.each([null, 'not json', '{"theme":"sepia","language":"zh-CN"}', '{"theme":"light"}', 'null', '7'])(
  'reads %s as light and Chinese',
  (kept) => {
    if (kept !== null) localStorage.setItem('app-settings', kept)
    expect(readAppSettings()).toEqual({ theme: 'light', language: 'zh-CN' })
  },
)

it.each(['dark', 'system', 'light'] as const)('keeps %s and tells the page', (theme) => {
  const onChange = vi.fn()
  addEventListener('app-settings', onChange, { once: true })
  chooseTheme(theme)
  expect(onChange).toHaveBeenCalledOnce()
  expect(readAppSettings()).toEqual({ theme, language: 'zh-CN' })
})
