// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { applyAppSettings, readAppSettings } from './app-settings.ts'

beforeEach(() => localStorage.clear())

it('[PROD-03] theme and language are kept in local storage and read again after a reload', () => {
  applyAppSettings()
  expect(JSON.parse(localStorage.getItem('app-settings')!)).toEqual({ theme: 'light', language: 'zh-CN' })
  expect(readAppSettings()).toEqual({ theme: 'light', language: 'zh-CN' })
  expect(document.documentElement.lang).toBe('zh-CN')
  expect(document.documentElement.dataset.mantineColorScheme).toBe('light')
})

it.each(['not json', '{"theme":"dark","language":"zh-CN"}', '{"theme":"light"}', 'null', '7'])(
  'replaces what it does not know: %s',
  (kept) => {
    localStorage.setItem('app-settings', kept)
    applyAppSettings()
    expect(JSON.parse(localStorage.getItem('app-settings')!)).toEqual({ theme: 'light', language: 'zh-CN' })
  },
)
