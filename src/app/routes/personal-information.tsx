// `/personal-information`: what is kept of a person (U-16).
import { PersonalInformationPage } from '#features/site/web/personal-information-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['personal-information'])

export default PersonalInformationPage
