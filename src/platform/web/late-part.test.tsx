// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { latePart, useLatePart } from './late-part.ts'

function Page({ late, isNeeded }: { late: ReturnType<typeof latePart<string>>; isNeeded?: boolean }) {
  return <p>{useLatePart(late, isNeeded) ?? 'waiting'}</p>
}

afterEach(cleanup)

it('is loaded when it is needed, once for all, and then there at once', async () => {
  const fetchPart = vi.fn(async () => 'here')
  const late = latePart(fetchPart)
  const first = render(<Page late={late} isNeeded={false} />)
  expect(fetchPart).not.toHaveBeenCalled()
  first.rerender(<Page late={late} isNeeded />)
  expect(await screen.findByText('here')).toBeTruthy()
  first.unmount()
  render(<Page late={late} />)
  expect(screen.getByText('here')).toBeTruthy()
  expect(fetchPart).toHaveBeenCalledTimes(1)
})

it('a load that failed is tried again when the network is back', async () => {
  const fetchPart = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetchPart.mockResolvedValue('here')
  const late = latePart(fetchPart)
  render(<Page late={late} />)
  await vi.waitFor(() => expect(fetchPart).toHaveBeenCalledTimes(1))
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('here')).toBeTruthy()
})
