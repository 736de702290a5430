// `/profile/merge`: another account of the same person becomes part of this one (U-46).
import { MergePage } from '#features/account/web/merge/merge-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['profile-merge'])

export default MergePage
