// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { ErrorState } from './error-state.tsx'

vi.mock('#features/account/web/session/report-browser-error.ts', () => ({ reportBrowserError: vi.fn() }))
beforeAll(prepareDom)

it('what the words advise is the one large way out; the others stand behind it', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  renderPage(<ErrorState error={new Error('broken')} />)
  const variantOf = (role: string, name: string) => screen.getByRole(role, { name }).dataset.variant ?? 'filled'
  expect(variantOf('button', '刷新页面')).toBe('filled')
  expect([variantOf('link', '查看全部 AI 工具'), variantOf('link', '返回首页')]).toEqual(['default', 'default'])
})
