// `/auth/callback` (document 1 §2).
import '../styles/mantine-inner.ts'
import { CallbackPage } from '#features/account/web/sign-in/callback-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES.callback)

export default CallbackPage
