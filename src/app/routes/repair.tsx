// `/ai/repair`: what is wrong with a photo, mended in one go.
import { RepairPage } from '#features/processing/web/repair/repair-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES.repair)

export default RepairPage
