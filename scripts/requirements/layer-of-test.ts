// In which layer a test file proves what it names, by what it really reaches, not by its name:
// - `browser`: a journey in Chromium against a running service (`e2e/*.e2e.ts`);
// - `http`: it opens a database or a service, itself or through what it imports;
// - `dom`: a component in jsdom with a mocked server. It shows what the component does with an answer, not that the service gives
//   it, and no layout: so it proves no row of `browser`;
// - `pure`: everything else.
import { dirname, join, normalize } from 'node:path'
import { LAYERS, type Layer } from './read-rows.ts'

export type TestLayer = Layer | 'dom'

/** A test that reaches one of these uses a real database, the files or a process of the service. */
const DOORS = [
  'src/platform/server/database/testing/test-database.ts',
  'src/features/processing/server/testing/test-process.ts',
  'src/app/server/start-service.ts',
  'src/app/server/open-foundation.ts',
  'src/app/server/open-file-storage.ts',
]
/** Reads a file of the repository, or answers null where there is none. */
export type ReadFile = (file: string) => string | null

export function layerOfTest(file: string, readFile: ReadFile): TestLayer {
  if (/^e2e\/.*\.e2e\.ts$/.test(file)) return 'browser'
  if (reachesDoor(file, readFile, new Set())) return 'http'
  return file.endsWith('.tsx') || readFile(file)?.includes('@vitest-environment jsdom') ? 'dom' : 'pure'
}

/** A test of a higher layer proves what belongs to a lower one as well. */
export function proves(tested: TestLayer, wanted: Layer): boolean {
  return LAYERS.indexOf(tested === 'dom' ? 'pure' : tested) >= LAYERS.indexOf(wanted)
}

function reachesDoor(file: string, readFile: ReadFile, seen: Set<string>): boolean {
  if (DOORS.includes(file)) return true
  if (seen.has(file)) return false
  seen.add(file)
  const text = readFile(file)
  if (text === null) return false
  return importsOf(file, text).some((imported) => reachesDoor(imported, readFile, seen))
}

/** Files that a module imports at run time; a file that it starts as a process of its own counts as well. */
export function importsOf(file: string, text: string): string[] {
  const imports = [
    ...text.matchAll(
      /^(?:import|export)(?! type)[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)|new URL\('(\.[^']+\.ts)'/gm,
    ),
  ]
  return imports.flatMap(([, imported, dynamic, started]) => {
    const path = (imported ?? dynamic ?? started)!
    if (path.startsWith('#')) return [path.replace(/^#(?!emulators)/, 'src/').replace(/^#/, '')]
    return path.startsWith('.') ? [normalize(join(dirname(file), path))] : []
  })
}

/** Rows that a test file names: in brackets in a title, or in quotes in a table from which titles are made. Comments do not count. */
export function rowsNamedBy(text: string): Set<string> {
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
  return new Set(
    [...code.matchAll(/\[([A-Z]+(?:-[A-Z]+)*-\d{2})\]|['"`]([A-Z]+(?:-[A-Z]+)*-\d{2})['"`]/g)].map(
      ([, title, cell]) => (title ?? cell)!,
    ),
  )
}
