// React Router in framework mode without a server of its own: open pages become HTML at build time, everything else
// starts from `__spa-fallback.html` (architecture §3 "Browser").
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { BROWSER_TARGETS } from './scripts/browser-targets.ts'
import { deferStart } from './scripts/defer-start.ts'
import { BEING_BUILT } from './scripts/pages/being-built.ts'
import { DEFERRED_PAGES, PRERENDERED_PATHS } from './src/app/prerendered-paths.ts'

export default {
  appDirectory: 'src/app',
  buildDirectory: BEING_BUILT,
  ssr: false,
  prerender: PRERENDERED_PATHS,
  buildEnd: ({ reactRouterConfig }) =>
    deferStart(join(reactRouterConfig.buildDirectory, 'client'), DEFERRED_PAGES, BROWSER_TARGETS),
} satisfies Config
