// Build of the browser side. The targets are old on purpose: the engines of QQ, UC and vendor browsers lag years behind.
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { serviceWorker } from './scripts/service-worker-plugin.ts'

const BROWSER_TARGETS = ['chrome88', 'edge88', 'firefox78', 'safari14']

const FRAMEWORK = /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/

// Set by scripts/dev.ts: the server that answers everything but pages while developing.
const serverOrigin = process.env.DEV_SERVER_ORIGIN
const SERVER_PATHS = ['/api', '/files', '/openapi.json', '/docs/api']

export default defineConfig({
  plugins: [reactRouter(), serviceWorker(BROWSER_TARGETS)],
  define: { PUBLIC_API_KEY: JSON.stringify(process.env.PUBLIC_API_KEY ?? 'huanying-web') },
  server: serverOrigin ? { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, serverOrigin])) } : {},
  build: {
    target: BROWSER_TARGETS,
    cssTarget: BROWSER_TARGETS,
    assetsInlineLimit: 0,
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      // What every page starts with is one file: together it compresses better than in four.
      output: { codeSplitting: { groups: [{ name: 'framework', test: FRAMEWORK }] } },
    },
  },
})
