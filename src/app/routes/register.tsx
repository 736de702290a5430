// `/auth/register` (document 1 §2).
import '../styles/mantine-inner.ts'
import { RegisterPage } from '#features/account/web/sign-in/register-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES.register)

export default RegisterPage
