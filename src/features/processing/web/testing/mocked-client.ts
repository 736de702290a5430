// Stands in for `processing-client.ts`: `vi.mock('./processing-client.ts', () => import('./testing/mocked-client.ts'))`.
import { vi } from 'vitest'

export const processingClient = {
  capabilities: vi.fn(async () => ({ provider: 'local', unsupportedParams: {}, hasPatches: true, hasQuotes: false })),
  drawPatch: vi.fn(),
  usualSeconds: vi.fn(),
  quote: vi.fn(),
  uploads: { get: vi.fn(), tiles: vi.fn(), view: vi.fn(), estimates: vi.fn(), claimTrial: vi.fn() },
  jobs: {
    start: vi.fn(),
    get: vi.fn(),
    open: vi.fn(),
    cancel: vi.fn(),
    watch: vi.fn(),
    tiles: vi.fn(),
    view: vi.fn(),
    export: vi.fn(),
  },
}
