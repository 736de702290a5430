// Build of the browser side.
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { BROWSER_TARGETS } from './scripts/browser-targets.ts'
import { loadBeforePages } from './scripts/load-before-pages.ts'
import { pageChunks } from './scripts/page-chunks.ts'
import { BEING_BUILT } from './scripts/pages/being-built.ts'
import { retriedSheets } from './scripts/retried-sheets.ts'
import { serviceWorker } from './scripts/service-worker-plugin.ts'
import { shortHashes } from './scripts/short-hashes.ts'
import { shortManifest } from './scripts/short-manifest.ts'
import { shortPlainScript } from './scripts/short-plain-script.ts'

const chunks = pageChunks()

// Set by scripts/dev.ts: the server that answers everything but pages while developing.
const serverOrigin = process.env.DEV_SERVER_ORIGIN
const SERVER_PATHS = ['/api', '/files', '/avatars', '^/s/', '/readyz', '/openapi.json', '/docs/api']

export default defineConfig({
  plugins: [
    reactRouter(),
    loadBeforePages(BEING_BUILT),
    chunks.plugin,
    retriedSheets(),
    serviceWorker(BROWSER_TARGETS),
    shortHashes(),
    shortManifest(),
    shortPlainScript('before-page.js'),
    shortPlainScript('old-engines.js'),
  ],
  define: {
    RELEASE: JSON.stringify(manifest.version),
  },
  server: serverOrigin ? { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, serverOrigin])) } : {},
  build: {
    target: BROWSER_TARGETS,
    cssTarget: BROWSER_TARGETS,
    assetsInlineLimit: 0,
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      output: { codeSplitting: { groups: [{ name: chunks.nameOf }] } },
    },
  },
})
