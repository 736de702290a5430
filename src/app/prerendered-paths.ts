// Pages that are the same for everybody become finished HTML at build time (architecture §3 "Browser").
import { PATHS } from '#rulebook/site/site-map.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { FOR_MEMBERS, FOR_VISITORS } from './start/start-messages.ts'

/** Open to everybody. */
const OPEN_PATHS = [PATHS.landing, PATHS.catalogue, PATHS.terms, PATHS.privacy, PATHS.personalInformation]
/** Complete for a user without a picture, run or setting. */
const TOOL_PATHS = MODELS.map(({ route }) => route)

export const PRERENDERED_PATHS = [...OPEN_PATHS, ...TOOL_PATHS]

/** Their program starts when somebody is there, or more is to be shown than they hold (decision 0017). */
export const DEFERRED_PAGES = [
  ...OPEN_PATHS.map((path) => ({ path, pageFor: FOR_VISITORS }) as const),
  ...TOOL_PATHS.map((path) => ({ path, pageFor: FOR_MEMBERS }) as const),
]
