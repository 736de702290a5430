// What `npm start` runs: builds the browser side and bundles the service where their sources changed, then becomes the service.
// Arguments go on to it (`npm start -- --role web`).
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadEnvFile } from '#platform/server/env-file.ts'
import { serviceProgram } from './bundle/bundle-service.ts'
import { root } from './bundle/programs.ts'
import { arePagesStale, buildPages } from './pages/built-pages.ts'
import { slimPackages } from './slim-packages.ts'

process.chdir(root)
// The second start compiles nothing.
enableCompileCache(join(root, 'node_modules/.cache/huanying/compiled'))
loadEnvFile()
slim()
if (!process.argv.includes('worker') && arePagesStale()) build()
await import(pathToFileURL(bundledOrSources()).href)

/** A read-only folder is left as it is. */
function slim(): void {
  try {
    const bytes = slimPackages(root)
    if (bytes > 0) process.stderr.write(`Removed ${Math.round(bytes / 1e6)} MB of packages that nothing here uses.\n`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
  }
}

function build(): void {
  process.stderr.write('Building the browser side, about half a minute … 正在构建网页，请稍候……\n')
  if (buildPages()) return
  process.stderr.write('The build failed, see above. 构建失败，请查看上面的信息。\n')
  process.exit(1)
}

/** Where nothing can be written the service starts as well, a second later. */
function bundledOrSources(): string {
  try {
    return serviceProgram()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return join(root, 'src/app/server.ts')
  }
}
