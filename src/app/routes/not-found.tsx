// Every address that the site map does not know (U-12).
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'
import { NotFoundState } from '../shell/not-found-state.tsx'

export const meta = () => pageMeta(PAGE_TITLES['not-found'])

export default NotFoundState
