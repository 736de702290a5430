// Packages that package.json names and node_modules lacks, or has in another version: after a pull they would cause a hundred type errors.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** A package under another name is pinned as `npm:name@version`. */
const versionOf = (pin: string): string => pin.slice(pin.lastIndexOf('@') + 1)

/** Versions are pinned exactly; optional packages are for other machines. */
export function missingPackages(root: string): string[] {
  const { dependencies, devDependencies } = manifestIn(root)
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name, version]) => {
      const folder = join(root, 'node_modules', name)
      return !existsSync(join(folder, 'package.json')) || manifestIn(folder).version !== versionOf(version)
    })
    .map(([name]) => name)
}
