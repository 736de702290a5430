// Pages that are the same for everybody become finished HTML at build time (architecture §3 "Browser").
import { PATHS } from '#rulebook/site-map.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { AFTER_PAINT, FOR_A_PERSON } from './start/start-messages.ts'

/** Open to everybody; their program starts when somebody is there (decision 0017). */
const OPEN_PATHS = [PATHS.landing, PATHS.catalogue, PATHS.terms, PATHS.privacy, PATHS.personalInformation]
/** What is the same for everybody stands in them until the guard knows who is looking. */
const TOOL_PATHS = MODELS.map(({ route }) => route)

export const PRERENDERED_PATHS = [...OPEN_PATHS, ...TOOL_PATHS]

export const DEFERRED_PAGES = [
  ...OPEN_PATHS.map((path) => ({ path, when: FOR_A_PERSON }) as const),
  ...TOOL_PATHS.map((path) => ({ path, when: AFTER_PAINT }) as const),
]
