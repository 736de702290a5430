import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { shortenManifest } from './short-manifest.ts'

const tool = {
  hasLoader: false,
  module: '/assets/tool.js',
  imports: ['/assets/a.js', '/assets/b.js'],
  css: ['/assets/a.css'],
}
const manifest = {
  entry: { module: '/assets/entry.js', imports: ['/assets/a.js'], css: [] },
  routes: {
    root: { ...tool, id: 'root', path: '', module: '/assets/root.js', imports: ['/assets/b.js'], css: [] },
    '/': { ...tool, id: '/', parentId: 'root', index: true },
    '/ai/a': { ...tool, id: '/ai/a', parentId: 'root', path: 'ai/a' },
    '/ai/b': { ...tool, id: '/ai/b', parentId: 'root', path: 'ai/b' },
  },
  url: '/assets/manifest-1.js',
  version: '1',
}

it('the browser gets the object that the framework wrote, from two shorter texts: what pages import comes with the second', () => {
  const code = `window.__reactRouterManifest=${JSON.stringify(manifest)};`
  const { list, imports } = shortenManifest(code)
  const window: { __reactRouterManifest?: unknown } = {}
  const read = () => JSON.parse(JSON.stringify(window.__reactRouterManifest)) as typeof manifest
  runInNewContext(list, { window })
  const pages = Object.entries(manifest.routes).map(([id, { imports: _, ...route }]) => [id, route])
  expect(read()).toEqual({ ...manifest, routes: Object.fromEntries(pages) })
  expect(list.match(/tool\.js/g)).toHaveLength(1)
  runInNewContext(imports, { window })
  expect(read()).toEqual(manifest)
})
