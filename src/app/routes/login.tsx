// `/auth/login` (document 1 §2; C-16).
import '../styles/mantine-inner.ts'
import { LoginPage } from '#features/account/web/sign-in/login-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES.login)

export default LoginPage
