// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPart, useLazyPart } from './lazy-part.ts'

function Page({ lazy, isNeeded }: { lazy: ReturnType<typeof lazyPart<string>>; isNeeded?: boolean }) {
  return <p>{useLazyPart(lazy, isNeeded) ?? 'waiting'}</p>
}

afterEach(cleanup)

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

it('a load that failed is tried again when the network is back', async () => {
  const fetchPart = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetchPart.mockResolvedValue('here')
  const lazy = lazyPart(fetchPart)
  render(<Page lazy={lazy} />)
  await vi.waitFor(() => expect(fetchPart).toHaveBeenCalledTimes(1))
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('here')).toBeTruthy()
})
