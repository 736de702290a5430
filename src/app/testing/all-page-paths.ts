// Every address of the product with a page, for tests that visit all of them.
import { PATHS, routeOf } from '#rulebook/site/site-map.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'

const showsPage = (path: string): boolean => ![undefined, 'not-found'].includes(routeOf(path).page)

export const ALL_PAGE_PATHS: readonly string[] = [
  ...Object.values(PATHS).filter(showsPage),
  ...MODELS.map((model) => model.route),
]
