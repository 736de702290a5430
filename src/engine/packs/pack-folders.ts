// Where packs lie.
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface PackFolders {
  /** One folder for each pack, with its manifest. */
  readonly shipped: string
  readonly packages: string
  /** The operator's own; absent: none. */
  readonly added?: string | undefined
}

export const packFolders = (added?: string): PackFolders => ({
  shipped: path.join(ROOT, 'models/packs'),
  packages: path.join(ROOT, 'node_modules'),
  added,
})
