// Every address, who may open it, and what it shows or where it forwards
// (document 1 §2; document 2 §2; C-16, C-17, C-45, U-11, U-12, U-18). `routeOf` answers for any path.
import { lookUp } from '../look-up.ts'
import { modelByKey } from '../tools/catalogue.ts'
import type { ModelConfig } from '../tools/model.ts'
import { CATEGORIES, TOOLS } from '../tools/tool.ts'

export type Access = 'open' | 'login' | 'admin'

/** Addresses that code refers to by name. */
export const PATHS = {
  landing: '/',
  login: '/auth/login',
  loginShort: '/login',
  register: '/auth/register',
  callback: '/auth/callback',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  /** Not in the documents: which data, why, how long (U-16; the personal-information law). */
  personalInformation: '/personal-information',
  profile: '/profile',
  profileInfo: '/profile/info',
  profileHistory: '/profile/history',
  /** Not in the documents, which name the merge but no screen (U-46). */
  profileMerge: '/profile/merge',
  profileBilling: '/profile/billing',
  /** Not in the documents, which name the purchase but no screen after it: what became of an order (`?order=`). */
  profileOrder: '/profile/billing/order',
  editor: '/editor',
  catalogue: '/ai',
  /** Not in the documents, which name the permission but no screen (U-28). */
  batch: '/ai/batch',
  repair: '/ai/repair',
  admin: '/admin',
  adminUsers: '/admin/users',
  /** Not in the documents, which name no place for money that came in. */
  adminOrders: '/admin/orders',
  /** Not in the documents: the runs of everybody. */
  adminRuns: '/admin/runs',
  /** Not in the documents: codes that give credits. */
  adminCoupons: '/admin/coupons',
  /** Not in the documents: what is sold, and what it was before. */
  adminPacks: '/admin/packs',
  adminPool: '/admin/credit-pool',
  adminStats: '/admin/stats',
  adminSettings: '/admin/settings',
  adminLogs: '/admin/logs',
} as const
/** Ids of the landing page's sections (document 1 §2; C-19). */
export const LANDING_ANCHORS = { pricing: 'pricing', features: 'features', faq: 'faq', cta: 'cta' } as const
/** Payment providers add query names of their own to the way back (`method`); `order` is none of them. */
export const orderAddress = (orderId: string): string => `${PATHS.profileOrder}?order=${orderId}`
/** Where credits are bought; `from` is the page to return to. */
export const creditsAddress = (cameFrom: string): string =>
  `${PATHS.profileBilling}?${new URLSearchParams({ from: cameFrom })}`
export const PRICING_ADDRESS = `/#${LANDING_ANCHORS.pricing}`

const PAGES = {
  [PATHS.landing]: { page: 'landing', access: 'open' },
  [PATHS.login]: { page: 'login', access: 'open' },
  [PATHS.register]: { page: 'register', access: 'open' },
  [PATHS.callback]: { page: 'callback', access: 'open' },
  [PATHS.forgotPassword]: { page: 'forgot-password', access: 'open' },
  [PATHS.resetPassword]: { page: 'reset-password', access: 'open' },
  [PATHS.terms]: { page: 'terms-of-service', access: 'open' },
  [PATHS.privacy]: { page: 'privacy-policy', access: 'open' },
  [PATHS.personalInformation]: { page: 'personal-information', access: 'open' },
  [PATHS.profileInfo]: { page: 'profile-info', access: 'login' },
  [PATHS.profileHistory]: { page: 'profile-history', access: 'login' },
  [PATHS.profileMerge]: { page: 'profile-merge', access: 'login' },
  [PATHS.profileBilling]: { page: 'profile-billing', access: 'login' },
  [PATHS.profileOrder]: { page: 'profile-order', access: 'login' },
  [PATHS.catalogue]: { page: 'catalogue', access: 'open' },
  [PATHS.batch]: { page: 'batch', access: 'login' },
  [PATHS.repair]: { page: 'repair', access: 'login' },
  [PATHS.admin]: { page: 'admin-dashboard', access: 'admin' },
  [PATHS.adminUsers]: { page: 'admin-users', access: 'admin' },
  [PATHS.adminOrders]: { page: 'admin-orders', access: 'admin' },
  [PATHS.adminRuns]: { page: 'admin-runs', access: 'admin' },
  [PATHS.adminCoupons]: { page: 'admin-coupons', access: 'admin' },
  [PATHS.adminPacks]: { page: 'admin-packs', access: 'admin' },
  [PATHS.adminPool]: { page: 'admin-credit-pool', access: 'admin' },
  [PATHS.adminStats]: { page: 'admin-stats', access: 'admin' },
  [PATHS.adminSettings]: { page: 'admin-settings', access: 'admin' },
  [PATHS.adminLogs]: { page: 'admin-logs', access: 'admin' },
} as const satisfies Record<string, { page: string; access: Access }>
export type PageKind =
  | (typeof PAGES)[keyof typeof PAGES]['page']
  | 'model-page'
  | 'processing-page'
  | 'unknown-model'
  | 'not-found'

const modelRoute = (key: string): string => `/ai/${key}`

/** Short links of the landing page (C-17). */
export const LANDING_TOOL_LINKS = {
  '/ai/enhance/low-resolution': modelRoute('enhance/standard/low-resolution-v2'),
  '/ai/enhance/cgi': modelRoute('enhance/standard/cgi'),
  '/ai/enhance/high-fidelity': modelRoute('enhance/standard/high-fidelity-v2'),
  '/ai/enhance/text-refine': modelRoute('enhance/standard/text-refine'),
  '/ai/denoise/standard': modelRoute('denoise/normal'),
  '/ai/lighting/smart': modelRoute('lighting/adjust'),
} as const

/** Other names of Refocus and its neighbours: search words, never separate paid models (document 2 §9, C-45). */
export const REFOCUS_ALIASES = ['Soft Focus', 'Very Soft Focus', 'Out of Focus'] as const

const aliasRedirects = REFOCUS_ALIASES.map((name) => [
  `/ai/sharpen/standard/${name.toLowerCase().replaceAll(' ', '-')}`,
  modelRoute('sharpen/standard/refocus'),
])
const toolRedirects = Object.values(TOOLS).map((tool) => [tool.route, modelRoute(tool.defaultModel)])
/** A sub-group without a model forwards to its default model (U-12). */
const subGroupRedirects = Object.values(TOOLS)
  .filter((tool) => tool.defaultModel.split('/').length > 2)
  .map((tool) => [modelRoute(tool.defaultModel.split('/').slice(0, 2).join('/')), modelRoute(tool.defaultModel)])

interface Redirect {
  readonly access: Access
  readonly to: string
}
/** Old address → new address; query and hash are kept. The access is asked before forwarding (document 2 §2). */
export const REDIRECTS: Readonly<Record<string, Redirect>> = {
  [PATHS.loginShort]: { access: 'open', to: PATHS.login }, // C-16
  [PATHS.editor]: { access: 'open', to: PATHS.catalogue },
  [PATHS.profile]: { access: 'login', to: PATHS.profileInfo },
  ...Object.fromEntries(
    [...toolRedirects, ...subGroupRedirects, ...Object.entries(LANDING_TOOL_LINKS), ...aliasRedirects].map(
      ([from, to]) => [from, { access: 'login', to }],
    ),
  ),
}

/** Generative enhance and all sharpen routes use the model page with the alternate uploader, the rest the processing page (U-18). */
export const toolPageOf = ({ tool }: Pick<ModelConfig, 'tool'>): 'model-page' | 'processing-page' =>
  tool === 'enhance-generative' || tool === 'sharpen' || tool === 'sharpen-generative'
    ? 'model-page'
    : 'processing-page'
export const uploaderOf = (model: Pick<ModelConfig, 'tool'>): 'main' | 'alternate' =>
  toolPageOf(model) === 'model-page' ? 'alternate' : 'main'

export interface Route {
  readonly access: Access
  readonly page?: PageKind
  /** The model of a tool page. */
  readonly model?: ModelConfig
  /** Where a forwarding address leads. */
  readonly redirectTo?: string
}

/** TRAP: `/\/+$/` looks at each run of slashes from each of its slashes: 15,000 of them, sent by anybody, held the service for half a second. */
export function withoutEndingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** The page at a path (without query and hash); an unknown one is the open not-found page. */
export function routeOf(pathname: string): Route {
  const path = withoutEndingSlashes(pathname) || '/'
  const redirect = lookUp(REDIRECTS, path)
  if (redirect) return { access: redirect.access, redirectTo: redirect.to }
  const model = path.startsWith('/ai/') ? modelByKey(path.slice('/ai/'.length)) : undefined
  if (model) return { access: 'login', page: toolPageOf(model), model }
  if (isBelowTool(path)) return { access: 'login', page: 'unknown-model' }
  return lookUp<Route>(PAGES, path) ?? { access: 'open', page: 'not-found' }
}

const isBelowTool = (path: string): boolean => CATEGORIES.some(({ key }) => path.startsWith(`/ai/${key}/`))
