// React Router in framework mode without a server of its own: open pages become HTML at build time, everything else
// starts from `__spa-fallback.html` (architecture §3 "Browser").
import type { Config } from '@react-router/dev/config'
import { PRERENDERED_PATHS } from './src/app/prerendered-paths.ts'

export default {
  appDirectory: 'src/app',
  ssr: false,
  prerender: [...PRERENDERED_PATHS],
} satisfies Config
