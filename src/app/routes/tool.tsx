// Every address of a model, and those below a tool that name none (document 2 §2; U-12, U-18).
import { useQuery } from '@tanstack/react-query'
import { type MetaArgs, useLocation } from 'react-router'
import { ToolPage } from '#features/processing/web/workspace/tool-page.tsx'
import { siteStatusQuery } from '#features/site/web/site-client.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS, routeOf, withoutEndingSlashes } from '#rulebook/site/site-map.ts'
import { pageMeta } from '../page-meta.ts'

export function meta({ location }: MetaArgs) {
  const { model } = routeOf(location.pathname)
  return model ? pageMeta(model.title, model.description) : pageMeta(PAGE_TITLES['unknown-model'])
}

export default function ToolRoute() {
  const { pathname } = useLocation()
  const modelKey = withoutEndingSlashes(pathname).slice(PATHS.catalogue.length + 1)
  const site = useQuery(siteStatusQuery)
  return <ToolPage modelKey={modelKey} isStopped={site.data?.emergencyStop} />
}
