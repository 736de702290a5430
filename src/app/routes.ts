// Every address of both documents (document 1 §2; document 2 §2; C-16, C-17, C-45, U-11, U-12), taken from the site map of the rulebook.
import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { PATHS, REDIRECTS } from '#rulebook/site-map.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'

const at = (path: string, file: string): RouteConfigEntry => route(path.slice(1), file, { id: path })

export default [
  index('./routes/landing.tsx', { id: PATHS.landing }),
  at(PATHS.catalogue, './routes/catalogue.tsx'),
  at(PATHS.terms, './routes/terms-of-service.tsx'),
  at(PATHS.privacy, './routes/privacy-policy.tsx'),
  ...MODELS.map((model) => at(model.route, './routes/tool.tsx')),
  ...Object.keys(REDIRECTS).map((path) => at(path, './routes/forward.tsx')),
  route('*', './routes/not-found.tsx', { id: 'not-found' }),
] satisfies RouteConfigEntry[]
