// The framework's list of routes, as far as pages are made ready by it; the ids of pages are their paths (routes.ts).
interface RouteFiles {
  readonly parentId?: string
  readonly module?: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
interface RouteList {
  readonly url: string
  readonly routes: Readonly<Record<string, RouteFiles>>
}
declare const window: { readonly __reactRouterManifest?: RouteList }

/** Undefined where no framework runs. */
export const routeList = (): RouteList | undefined => window.__reactRouterManifest

/** Where its imports stand: beside it, named by its hash (scripts/short-manifest.ts). */
export const importsAddress = (list: string): string => list.replace('manifest-', 'imports-')
