// Pages that are the same for everybody become finished HTML at build time (architecture §3 "Browser").
import { PATHS } from '#rulebook/site-map.ts'

export const PRERENDERED_PATHS = [
  PATHS.landing,
  PATHS.catalogue,
  PATHS.terms,
  PATHS.privacy,
  PATHS.personalInformation,
] as const
