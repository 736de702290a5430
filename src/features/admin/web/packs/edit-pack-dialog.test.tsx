// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { ADMIN_PACK_TEXTS, PACK_ERRORS } from '#rulebook/credits/pack-versions.ts'
import type { ManagedPack } from '../../packs-contract.ts'
import { EditPackDialog } from './edit-pack-dialog.tsx'

const VERSION = {
  version: 0,
  credits: 50,
  bonus: 5,
  usdCents: 999,
  cnyFen: null,
  isActive: true,
  reason: null,
  changedBy: null,
  createdAt: null,
}
const PACK: ManagedPack = { id: 'some', name: '常用包', versions: [VERSION] }

beforeAll(prepareDom)

it('says why a pack cannot be saved as it stands', async () => {
  renderPage(<EditPackDialog pack={PACK} onClose={() => {}} />)
  const credits = await screen.findByLabelText(ADMIN_PACK_TEXTS.credits)
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(credits, { target: { value: '0' } })
  expect((await screen.findByRole('alert')).textContent).toBe(PACK_ERRORS['pack-input'])
  fireEvent.change(credits, { target: { value: '60' } })
  expect(screen.queryByRole('alert')).toBeNull()
})
