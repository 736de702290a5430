// The files that each page imports. The build keeps them out of the framework's list of routes (scripts/short-manifest.ts), because only
// fetching a page ahead asks for them: they come as soon as a page is to be fetched so.
import { lazyPart } from '#platform/web/lazy-part.ts'
import { importsAddress, routeList } from './route-list.ts'

/** Loaded, the framework's list is whole. */
export const pageImports = lazyPart(async () => {
  const list = routeList()
  // Whole already while developing.
  if (list && !list.routes.root?.imports) await import(/* @vite-ignore */ importsAddress(list.url))
  return true
})
