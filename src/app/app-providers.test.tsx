// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { AppProviders } from './app-providers.tsx'
import { useVisitor } from './shell/visitor.ts'

const Who = () => <p>{useVisitor().state}</p>

beforeAll(prepareDom)

it('[APP-01] [APP-02] a start that fails is an alert, and the site works on for visitors (basic mode)', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  render(
    <AppProviders>
      <Who />
    </AppProviders>,
  )
  expect(screen.getByText('loading')).toBeDefined()
  expect((await screen.findByRole('alert')).textContent).toMatch(/页面没有正常启动.*其他页面可以正常浏览/)
  expect(await screen.findByText('signed-out')).toBeDefined()
})
