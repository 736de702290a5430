// `/ai`: the tool catalogue, open to everyone (document 2 §2).
import { CataloguePage } from '#features/catalogue/web/catalogue-page.tsx'
import { PAGE_TITLES } from '#rulebook/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES.catalogue)

export default CataloguePage
