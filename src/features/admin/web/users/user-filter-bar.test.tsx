// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { UserFilterBar } from './user-filter-bar.tsx'

beforeAll(prepareDom)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('[ADM-USERS-02] searches once, 500 ms after the last letter', () => {
  const change = vi.fn()
  renderPage(<UserFilterBar filter={{ values: {}, page: 1, change, turnTo: vi.fn() }} />)
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  for (const value of ['w', 'wa', 'wan']) {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
    wait(499)
    expect(change).not.toHaveBeenCalled()
  }
  wait(1)
  expect(change).toHaveBeenCalledExactlyOnceWith({ q: 'wan' })
  wait(5000)
  expect(change).toHaveBeenCalledOnce()
})
