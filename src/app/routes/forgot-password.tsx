// `/auth/forgot-password` (document 1 §2; C-33).
import '../styles/mantine-inner.ts'
import { ForgotPasswordPage } from '#features/account/web/sign-in/forgot-password-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['forgot-password'])

export default ForgotPasswordPage
