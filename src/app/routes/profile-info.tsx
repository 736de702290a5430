// `/profile/info` (document 1 §2).
import { ProfileInfoPage } from '#features/account/web/profile-info-page.tsx'
import { PAGE_TITLES } from '#rulebook/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['profile-info'])

export default ProfileInfoPage
