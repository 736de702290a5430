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
    root: { ...tool, id: 'root', path: '', module: '/assets/root.js', css: [] },
    '/': { ...tool, id: '/', parentId: 'root', index: true },
    '/ai/a': { ...tool, id: '/ai/a', parentId: 'root', path: 'ai/a' },
    '/ai/b': { ...tool, id: '/ai/b', parentId: 'root', path: 'ai/b' },
  },
  url: '/assets/manifest-1.js',
  version: '1',
}

it('the browser gets the object that the framework wrote, from a shorter text', () => {
  const code = `window.__reactRouterManifest=${JSON.stringify(manifest)};`
  const short = shortenManifest(code)
  const window: { __reactRouterManifest?: unknown } = {}
  runInNewContext(short, { window })
  expect(JSON.parse(JSON.stringify(window.__reactRouterManifest))).toEqual(manifest)
  expect(short.match(/tool\.js/g)).toHaveLength(1)
})
