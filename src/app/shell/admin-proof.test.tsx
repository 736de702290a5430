// @vitest-environment jsdom
// The question who is there, above the dialog whose button asked for it (decision 0191).
import { Modal } from '@mantine/core'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { askForProof, currentProofRequest, endProofRequest } from '#platform/web/http/proof-request.ts'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { NO_PROOF_WAY } from '#rulebook/admin/admin-proof.ts'
import { AdminProof } from './admin-proof.tsx'

beforeAll(prepareDom)
afterEach(() => act(() => endProofRequest(false)))

/** The dialog is loaded when it is first asked for. */
const LOADING = { timeout: 10_000 }

function Area() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <AdminProof lead="" />
      <button type="button" onClick={() => setOpen(true)}>
        edit
      </button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="below" />
    </>
  )
}

it.each([
  ['while it is being loaded', false],
  ['when it is shown', true],
])('who leaves the area %s answers nothing any more: the call that waits for it is refused', async (_, isShown) => {
  const { unmount } = renderPage(<AdminProof lead="" />)
  const refused = vi.fn()
  act(() => void askForProof({ ...NO_PROOF_WAY, password: true }, 'refused').catch(refused))
  if (isShown) await screen.findByLabelText('当前密码', {}, LOADING)
  unmount()
  await waitFor(() => expect(refused).toHaveBeenCalledWith('refused'))
  expect(currentProofRequest()).toBeUndefined()
})

it('Esc closes it alone, and the dialog below with the next one', async () => {
  renderPage(<Area />)
  fireEvent.click(screen.getByRole('button', { name: 'edit' }))
  await screen.findByRole('dialog', { name: 'below' })
  const refused = vi.fn()
  act(() => void askForProof({ ...NO_PROOF_WAY, password: true }, 'refused').catch(refused))
  const field = await screen.findByLabelText('当前密码', {}, LOADING)
  await act(async () => void fireEvent.keyDown(field, { key: 'Escape' }))
  await waitFor(() => expect(screen.queryByLabelText('当前密码')).toBeNull())
  expect(refused).toHaveBeenCalledWith('refused')
  expect(currentProofRequest()).toBeUndefined()
  expect(screen.getByRole('dialog', { name: 'below' })).toBeDefined()
  await act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'below' })).toBeNull())
})
