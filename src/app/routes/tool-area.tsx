// Around the tool pages: only signed-in people open them, and what is the same for everybody stands there before anybody is known.
import '../styles/mantine-inner.ts'
import { useLocation } from 'react-router'
import { ToolPageOutline } from '#features/processing/web/tool-page-outline.tsx'
import { routeOf } from '#rulebook/site-map.ts'
import { Guarded } from '../guarded.tsx'

export default function ToolArea() {
  const { model } = routeOf(useLocation().pathname)
  return <Guarded access="login" waiting={model && <ToolPageOutline model={model} />} />
}
