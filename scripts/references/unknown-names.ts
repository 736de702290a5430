// Names in the last column of docs/spec-map.md that nothing declares: readers search for them in the file that the row names.
const MAIN_NAMES_CELL = 4
const CELLS = 6

export function unknownNames(map: string, sources: Iterable<string>): string[] {
  const declared = namesIn(sources)
  return map.split('\n').flatMap((row, index) => {
    const cells = row.split('|')
    if (!row.startsWith('|') || cells.length !== CELLS) return []
    return [...cells[MAIN_NAMES_CELL]!.matchAll(/`([^`]+)`/g)]
      .filter(([, name]) => !declared.has(name!))
      .map(([, name]) => `docs/spec-map.md:${index + 1}: nothing in src declares ${name}`)
  })
}

/** What stands behind a word of declaration, and what an object or a class holds by a name. */
const DECLARATION =
  /\b(?:const|let|function\*?|class|interface|type)\s+([\w$]+)|^\s+(?:readonly |async |static )*([\w$]+)\??[:(]/gm

function namesIn(sources: Iterable<string>): Set<string> {
  const names = new Set<string>()
  for (const source of sources)
    for (const [, bound, member] of source.matchAll(DECLARATION)) names.add((bound ?? member)!)
  return names
}
