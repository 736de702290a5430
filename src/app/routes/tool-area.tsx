// Around the tool pages: only signed-in people open them. Before the visitor is known they look as they do for everybody
// (decision 0017).
import '../styles/mantine-inner.ts'
import { useLocation } from 'react-router'
import { routeOf } from '#rulebook/site/site-map.ts'
import { Guarded } from '../guarded.tsx'

export default function ToolArea() {
  return <Guarded access="login" isOpenUntilKnown={routeOf(useLocation().pathname).model !== undefined} />
}
