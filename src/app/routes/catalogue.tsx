// `/ai`: the tool catalogue, open to everyone (document 2 §2).
import { CataloguePage } from '#features/catalogue/web/catalogue-page.tsx'
import { CarriedPicture } from '#features/processing/web/picture/carried-picture.tsx'
import { CatalogueAdvice } from '#features/processing/web/recommend/catalogue-advice.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { SharedPicture } from '../offline/shared-picture.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES.catalogue)

export default function CatalogueRoute() {
  const carried = (
    <>
      <SharedPicture />
      <CarriedPicture />
      <CatalogueAdvice />
    </>
  )
  return <CataloguePage carried={carried} />
}
