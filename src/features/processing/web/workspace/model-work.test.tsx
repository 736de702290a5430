// @vitest-environment jsdom
// What the model will do is said before the run: in automatic mode, and only where our own engine does it.
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { MODEL_WORK } from '#rulebook/runs/model-work.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { client, holdPicture, loadLazyParts, resetServer, show, startEnabled } from '../testing/tool-harness.tsx'

vi.mock('../picture/upload-picture.ts', () => import('../testing/mocked-upload.ts'))
vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))

beforeAll(prepareDom)
beforeAll(loadLazyParts)
beforeEach(resetServer)

it.each(MODELS.map(({ key, displayName }) => [displayName, key]))('%s says what it will do', async (_, key) => {
  holdPicture()
  show(key)
  expect((await screen.findByTestId('model-work')).textContent).toBe(MODEL_WORK[key])
})

it('each of the models says something of its own', () => {
  const said = MODELS.map(({ key }) => MODEL_WORK[key])
  expect(said).not.toContain(undefined)
  expect(new Set(said).size).toBe(MODELS.length)
})

it('says nothing of automatic settings in manual mode', async () => {
  holdPicture()
  show('denoise/normal')
  await screen.findByTestId('model-work')
  fireEvent.click(screen.getByRole('radio', { name: '手动' }))
  expect(screen.queryByTestId('model-work')).toBeNull()
})

it('says nothing of what another provider does', async () => {
  const elsewhere = { provider: 'topaz', unsupportedParams: {}, hasPatches: false, hasQuotes: false }
  client.capabilities.mockResolvedValueOnce(elsewhere)
  holdPicture()
  show('denoise/normal')
  await startEnabled()
  expect(client.capabilities).toHaveBeenCalled()
  expect(screen.queryByTestId('model-work')).toBeNull()
})
