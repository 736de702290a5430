// Holds what makes `npm ci` portable: exact pins (of a package under another name, too), no registry addresses, and an entry for every optional package
// (a lock file without some platform's entry is refused by `npm ci`).
import { readFileSync } from 'node:fs'

interface LockedPackage {
  readonly resolved?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
const readJson = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))
const manifest = readJson('package.json')
const packages: Readonly<Record<string, LockedPackage>> = readJson('package-lock.json').packages

const problems: string[] = []
for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
  for (const [name, range] of Object.entries<string>(manifest[group] ?? {})) {
    if (!/^(npm:[@\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
      problems.push(`${name}: ${range} is not an exact version`)
  }
}
for (const [path, { resolved, optionalDependencies }] of Object.entries(packages)) {
  if (resolved?.startsWith('http')) problems.push(`${path}: carries a registry address`)
  for (const name of Object.keys(optionalDependencies ?? {})) {
    if (!isLocked(path, name)) problems.push(`${path}: optional ${name} has no entry`)
  }
}

/** As Node looks it up: beside the package, then outwards. */
function isLocked(path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at ? `${at}/` : ''}node_modules/${name}` in packages) return true
    if (at === '') return false
  }
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log('The lock file is exact and portable.')
