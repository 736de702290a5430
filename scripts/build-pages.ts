// `npm run build`: the browser side, whatever is there. Also beside a running service.
import { existsSync } from 'node:fs'
import { root } from './bundle/programs.ts'
import { buildPages } from './pages/built-pages.ts'

process.chdir(root)
if (existsSync('.env')) process.loadEnvFile('.env')
if (!buildPages()) process.exitCode = 1
