// What the service consists of as processes and threads, each bundled with its modules into a few files. A service has 1,760 modules; to find, read and
// compile them costs 1.7 s of processor time, bundled 0.8 (decision 0255).
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** From the root of the repository, as all programs are named. */
export const ENGINE_CHILD = 'src/engine/child/engine-child.ts'
/** What `npm start` starts, and what that starts. */
export const SERVICE: readonly string[] = ['src/app/server.ts', ENGINE_CHILD, 'src/engine/run/tile-thread.ts']

/** All lie beside each other, so a bundle finds another by its name. */
export const bundleName = (program: string): string => basename(program).replace(/\.ts$/, '.mjs')
