// The developer-only info panel: service health, number of AI services, configuration errors, route (document 1 §2; P-25, U-47).
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { processingClient } from '#features/processing/web/processing-client.ts'
import { http } from '#platform/web/http/http-helper.ts'
import { DEVELOPER_TEXTS } from '#rulebook/site/shell-texts.ts'
import { routeOf } from '#rulebook/site/site-map.ts'
import classes from './developer-panel.module.css'

interface Readiness {
  readonly status: string
  readonly parts: Readonly<Record<string, boolean>>
}

const readReadiness = async (): Promise<Readiness> => (await http.get('/readyz', { isOpen: true })).json()
const countAiServices = async (): Promise<number> => ((await processingClient.capabilities()).provider ? 1 : 0)

export default function DeveloperPanel() {
  const { pathname } = useLocation()
  const readiness = useQuery({ queryKey: ['readiness'], queryFn: readReadiness })
  const services = useQuery({ queryKey: ['ai-services'], queryFn: countAiServices })
  const route = routeOf(pathname)
  const failing = Object.entries(readiness.data?.parts ?? {}).flatMap(([part, isReady]) => (isReady ? [] : [part]))
  const isHealthy = readiness.data !== undefined && failing.length === 0
  return (
    <details className={classes.panel}>
      <summary>{DEVELOPER_TEXTS.title}</summary>
      <dl>
        <dt>{DEVELOPER_TEXTS.health}</dt>
        <dd>{isHealthy ? DEVELOPER_TEXTS.healthy : (readiness.data?.status ?? DEVELOPER_TEXTS.unreachable)}</dd>
        <dt>{DEVELOPER_TEXTS.aiServices}</dt>
        <dd>{services.data ?? 0}</dd>
        <dt>{DEVELOPER_TEXTS.configurationErrors}</dt>
        <dd>{failing.join(', ') || DEVELOPER_TEXTS.none}</dd>
        <dt>{DEVELOPER_TEXTS.route}</dt>
        <dd>
          {pathname} · {route.page ?? `→ ${route.redirectTo}`} · {route.access}
        </dd>
      </dl>
    </details>
  )
}
