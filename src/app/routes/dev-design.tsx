// `/dev/design`: the route table names it in development only.
import '../styles/mantine-inner.ts'
import { DesignPage } from '../design/design-page.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta('Design')

export default DesignPage
