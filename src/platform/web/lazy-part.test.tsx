// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPart, useLazyPart } from './lazy-part.ts'

function Page({ lazy, isNeeded }: { lazy: ReturnType<typeof lazyPart<string>>; isNeeded?: boolean }) {
  return <p>{useLazyPart(lazy, isNeeded) ?? 'waiting'}</p>
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('is loaded when it is needed, once for all, and then there at once', async () => {
  const fetchPart = vi.fn(async () => 'here')
  const lazy = lazyPart(fetchPart)
  const first = render(<Page lazy={lazy} isNeeded={false} />)
  expect(fetchPart).not.toHaveBeenCalled()
  first.rerender(<Page lazy={lazy} isNeeded />)
  expect(await screen.findByText('here')).toBeTruthy()
  first.unmount()
  render(<Page lazy={lazy} />)
  expect(screen.getByText('here')).toBeTruthy()
  expect(fetchPart).toHaveBeenCalledTimes(1)
})

it('[HTTP-06] a load that failed is tried again after 1 s and after 1.5 s, and then when the network is back', async () => {
  vi.useFakeTimers()
  const fetchPart = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('Failed to fetch'))
  const lazy = lazyPart(fetchPart)
  render(<Page lazy={lazy} />)
  const loadsAfter = async (waitMs: number) => {
    await act(() => vi.advanceTimersByTimeAsync(waitMs))
    return fetchPart.mock.calls.length
  }
  expect(await loadsAfter(999)).toBe(1)
  expect(await loadsAfter(1)).toBe(2)
  expect(await loadsAfter(1499)).toBe(2)
  expect(await loadsAfter(1)).toBe(3)
  expect(await loadsAfter(60_000)).toBe(3)
  fetchPart.mockResolvedValue('here')
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(screen.getByText('here')).toBeTruthy()
})
