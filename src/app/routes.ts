// Every address of both documents (document 1 §2; document 2 §2; C-16, C-17, C-45, U-11, U-12), taken from the site map of the
// rulebook; a test compares the two. Guarded ones are inside a layout that checks first.
import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { type Access, PATHS, REDIRECTS } from '#rulebook/site/site-map.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { CATEGORIES } from '#rulebook/tools/tool.ts'

const at = (path: string, file: string): RouteConfigEntry => route(path.slice(1), `./routes/${file}.tsx`, { id: path })

const forwards = (access: Access): RouteConfigEntry[] =>
  Object.entries(REDIRECTS)
    .filter(([, redirect]) => redirect.access === access)
    .map(([path]) => at(path, 'forward'))

declare const process: { readonly env: { readonly NODE_ENV?: string } }
/** Pages for engineers, absent from what consumers get. */
const DEVELOPMENT_PAGES = process.env.NODE_ENV === 'development' ? [at('/dev/design', 'dev-design')] : []

export default [
  index('./routes/landing.tsx', { id: PATHS.landing }),
  at(PATHS.catalogue, 'catalogue'),
  at(PATHS.terms, 'terms-of-service'),
  at(PATHS.privacy, 'privacy-policy'),
  at(PATHS.personalInformation, 'personal-information'),
  at(PATHS.login, 'login'),
  at(PATHS.register, 'register'),
  at(PATHS.callback, 'callback'),
  at(PATHS.forgotPassword, 'forgot-password'),
  at(PATHS.resetPassword, 'reset-password'),
  ...forwards('open'),

  layout('./routes/login-required.tsx', [
    at(PATHS.batch, 'batch'),
    at(PATHS.repair, 'repair'),
    layout('./routes/profile-area.tsx', [
      at(PATHS.profileInfo, 'profile-info'),
      at(PATHS.profileHistory, 'profile-history'),
      at(PATHS.profileMerge, 'profile-merge'),
      at(PATHS.profileBilling, 'profile-billing'),
      at(PATHS.profileOrder, 'profile-order'),
    ]),
    ...forwards('login'),
  ]),

  layout('./routes/tool-area.tsx', [
    ...MODELS.map((model) => at(model.route, 'tool')),
    ...CATEGORIES.map(({ key }) => at(`/ai/${key}/*`, 'tool')),
  ]),

  layout('./routes/admin-required.tsx', [
    layout('./routes/admin-area.tsx', [
      at(PATHS.admin, 'admin-dashboard'),
      at(PATHS.adminUsers, 'admin-users'),
      at(PATHS.adminOrders, 'admin-orders'),
      at(PATHS.adminRuns, 'admin-runs'),
      at(PATHS.adminCoupons, 'admin-coupons'),
      at(PATHS.adminPacks, 'admin-packs'),
      at(PATHS.adminPool, 'admin-pool'),
      at(PATHS.adminStats, 'admin-stats'),
      at(PATHS.adminSettings, 'admin-settings'),
      at(PATHS.adminLogs, 'admin-logs'),
    ]),
    ...forwards('admin'),
  ]),

  ...DEVELOPMENT_PAGES,
  route('*', './routes/not-found.tsx', { id: 'not-found' }),
] satisfies RouteConfigEntry[]
