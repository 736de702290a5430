// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { useRestSoon } from './use-rest-soon.ts'

/** What each render of the page had, in order. */
const renders: boolean[] = []
function Page() {
  const hasRest = useRestSoon()
  renders.push(hasRest)
  return hasRest ? <p>rest</p> : null
}
const Address = () => <output>{useLocation().key}</output>

async function open(entries: string[], go?: (router: ReturnType<typeof createMemoryRouter>) => Promise<void>) {
  cleanup()
  renders.length = 0
  const router = createMemoryRouter(
    [
      { path: '/', element: <Page /> },
      { path: '/other', element: <Address /> },
    ],
    { initialEntries: entries },
  )
  render(<RouterProvider router={router} />)
  await go?.(router)
  await screen.findByText('rest', {}, { timeout: 20_000 })
}
const moveTo = (address: string) => (router: ReturnType<typeof createMemoryRouter>) => router.navigate(address)

it('after a move the first screen comes alone, and the rest by itself', async () => {
  await open(['/other'], moveTo('/'))
  expect(renders[0]).toBe(false)
  expect(renders.at(-1)).toBe(true)
})

it('is whole at once when the address is opened, on the way back, and with a place in the address', async () => {
  await open(['/'])
  expect(renders).not.toContain(false)
  await open(['/', '/other'], (router) => router.navigate(-1))
  expect(renders).not.toContain(false)
  await open(['/other'], moveTo('/#pricing'))
  expect(renders).not.toContain(false)
})
