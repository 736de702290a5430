// Files of the rulebook that docs/spec-map.md does not name: readers look for a rule on that page first.
const MAP = 'docs/spec-map.md'
const RULEBOOK = 'src/rulebook/'

export function unmappedRules(files: Iterable<string>, map: string): string[] {
  const rules = [...files].filter(
    (file) => file.startsWith(RULEBOOK) && /\.ts$/.test(file) && !/\.test\.ts$/.test(file),
  )
  return rules
    .filter(
      (file) => !map.includes(`\`${file.slice(RULEBOOK.length)}\``) && !map.includes(`\`${file.split('/').at(-1)}\``),
    )
    .map((file) => `${file}: ${MAP} does not say where it is decided`)
}
