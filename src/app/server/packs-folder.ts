// Where the operator's model packs lie (`npm run models`).
import { join } from 'node:path'
import type { Settings } from '#platform/server/settings.ts'

export const packsFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'packs')
