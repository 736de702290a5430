// The machine as an operator's shell sees it: without the folders that npm put in front for this very run.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const folders = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))

export const barePath: string = folders.join(delimiter)
/** Undefined where the packaged Node is the only one. */
export const bareNode: string | undefined = folders.map((entry) => join(entry, 'node')).find((file) => existsSync(file))
