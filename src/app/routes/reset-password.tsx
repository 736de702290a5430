// `/auth/reset-password` (document 1 §2; C-26).
import '../styles/mantine-inner.ts'
import { ResetPasswordPage } from '#features/account/web/sign-in/reset-password-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['reset-password'])

export default ResetPasswordPage
