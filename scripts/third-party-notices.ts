// `npm run notices`: the packages that an installed service consists of, by licence, from the lock file; with `--check` it only compares.
// Their full texts come with the packages themselves (`npm ci`).
import { readFileSync, writeFileSync } from 'node:fs'

interface LockedPackage {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
}
const NOTICES = new URL('../THIRD-PARTY-NOTICES.md', import.meta.url)
/** What may be combined with AGPL-3.0: itself, permissive, file-level and library copyleft. */
const COMBINABLE =
  /^[(]?(AGPL-3\.0|MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|CC-BY-4\.0|MPL-2\.0|LGPL-3\.0(-or-later)?)\b/

const packages: Record<string, LockedPackage> = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
).packages
const byLicence = new Map<string, Set<string>>()
for (const [path, { version, license, dev }] of Object.entries(packages)) {
  if (path === '' || dev) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const licence = license ?? 'unstated'
  if (!COMBINABLE.test(licence))
    throw new Error(`${name}: may ${licence} be combined with AGPL-3.0? (scripts/third-party-notices.ts)`)
  byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version}`))
}

const lists = [...byLicence]
  .sort(([, a], [, b]) => b.size - a.size)
  .map(
    ([licence, names]) =>
      `## ${licence}\n\n${[...names]
        .sort()
        .map((name) => `- ${name}`)
        .join('\n')}\n`,
  )
const text = `# Packages of others

Made by \`npm run notices\` from the lock file: what \`npm ci --omit=dev\` installs, by licence. The licence texts come with the packages.
Parts under the LGPL are loaded as libraries of their own (\`libvips\` inside \`sharp\`, \`libheif\` as a WebAssembly file) and can be replaced by
other builds of the same version.

${lists.join('\n')}`

const isCurrent = () => readFileSync(NOTICES, 'utf8') === text
if (!process.argv.includes('--check')) writeFileSync(NOTICES, text)
else if (!isCurrent()) {
  console.error('THIRD-PARTY-NOTICES.md is not what the lock file says: npm run notices')
  process.exitCode = 1
}
