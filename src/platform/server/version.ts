// Which release runs, as CHANGELOG.md names it.
import manifest from '../../../package.json' with { type: 'json' }

export const VERSION: string = manifest.version
