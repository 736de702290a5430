// `npm run build`: the browser side, whatever is there. Also beside a running service.
import { loadEnvFile } from '#platform/server/env-file.ts'
import { root } from './bundle/programs.ts'
import { buildPages } from './pages/built-pages.ts'

process.chdir(root)
loadEnvFile()
if (!buildPages()) process.exitCode = 1
