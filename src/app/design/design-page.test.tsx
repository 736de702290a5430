// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { DesignPage } from './design-page.tsx'
import { TEXT_PAIRS } from './text-pairs.ts'

beforeAll(prepareDom)
afterEach(() => vi.unstubAllEnvs())

it('shows every pair of colours and every kind of example', () => {
  renderPage(<DesignPage />)
  for (const { use } of TEXT_PAIRS) expect(screen.getByText(new RegExp(`^${use}: `))).toBeTruthy()
  expect(screen.getAllByRole('region').length).toBeGreaterThanOrEqual(8)
})

it('has an address in development and none in what consumers get', async () => {
  const named = async (environment: string) => {
    vi.resetModules()
    vi.stubEnv('NODE_ENV', environment)
    return JSON.stringify((await import('../routes.ts')).default).includes('dev-design')
  }
  expect(await named('production')).toBe(false)
  expect(await named('development')).toBe(true)
})
