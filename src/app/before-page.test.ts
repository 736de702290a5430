import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const scriptOf = (name: string) => readFileSync(resolve(import.meta.dirname, '../../public', name), 'utf8')
const code = scriptOf('before-page.js')
/** Removes the functions in a separate realm, lets the script add its own, and calls it. */
const inOldEngine = (question: string): unknown =>
  runInNewContext(
    `delete Object.hasOwn; delete Array.prototype.at; delete String.prototype.at; ${scriptOf('old-engines.js')}; JSON.stringify(${question})`,
  )

it('gives Object.hasOwn', () => {
  expect(
    inOldEngine("[Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString'), Object.hasOwn('ab', 'length')]"),
  ).toBe('[true,false,true]')
})

it('gives at()', () => {
  expect(
    inOldEngine("[[1, 2, 3].at(-1), [1, 2, 3].at(0), 'abc'.at(-2), [1].at(5) === undefined, [4, 5].at(1.7)]"),
  ).toBe('[3,1,"b",true,5]')
})

const documentWith = (documentElement: object, bar: object) => ({
  documentElement,
  createElement: () => bar,
  head: { appendChild: (child: unknown) => child },
  querySelectorAll: () => [],
})

it('brings them where they are lacking only', () => {
  const written: string[] = []
  const document = { ...documentWith({ dataset: {} }, {}), write: (html: string) => written.push(html) }
  const globals = { window: {}, document, localStorage: { getItem: () => null, setItem() {} }, addEventListener() {} }
  runInNewContext(code, { ...globals })
  expect(written).toEqual([])
  runInNewContext(`delete Object.hasOwn; ${code}`, { ...globals })
  expect(written).toEqual(['<script src="/old-engines.js"></script>'])
})

/** What the document says after the script has run. */
function shownWith(kept: string | null, deviceIsDark: boolean) {
  const root = { dataset: {} as Record<string, string>, lang: '', style: {} }
  const bar = { content: '' }
  const listeners = new Map<string, () => void>()
  const storage = { kept, getItem: () => storage.kept, setItem: (_: string, value: string) => (storage.kept = value) }
  const context = {
    window: { matchMedia: () => ({ matches: deviceIsDark, addEventListener: () => {} }) },
    document: documentWith(root, bar),
    localStorage: storage,
    addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
  }
  runInNewContext(code, context)
  const read = () => [root.dataset.mantineColorScheme, bar.content]
  return { read, listeners, root, storage }
}

it.each([
  [null, true, 'light'],
  ['{"theme":"light","language":"zh-CN"}', true, 'light'],
  ['{"theme":"dark","language":"zh-CN"}', false, 'dark'],
  ['{"theme":"system","language":"zh-CN"}', true, 'dark'],
  ['{"theme":"system","language":"zh-CN"}', false, 'light'],
  ['not json', true, 'light'],
] as const)('[PROD-02] kept %s, device dark %s: the page is %s before it is painted', (kept, isDark, scheme) => {
  expect(shownWith(kept, isDark).read()).toEqual([scheme, scheme === 'dark' ? '#121716' : '#ffffff'])
})

it.each(['storage', 'app-settings'])('follows a choice of this tab or another one (%s)', (event) => {
  const page = shownWith(null, false)
  page.storage.kept = '{"theme":"dark","language":"zh-CN"}'
  page.listeners.get(event)!()
  expect(page.read()[0]).toBe('dark')
})

it.each([null, 'not json', '{"theme":"sepia","language":"zh-CN"}', '{"theme":"light"}', 'null', '7'])(
  '[PROD-03] keeps light and Chinese in place of %s',
  (kept) => {
    const page = shownWith(kept, true)
    expect(JSON.parse(page.storage.kept!)).toEqual({ theme: 'light', language: 'zh-CN' })
    expect(page.root.lang).toBe('zh-CN')
    expect(page.read()[0]).toBe('light')
  },
)

it('[PROD-03] leaves what a person chose, and shows light where storage is refused', () => {
  const chosen = '{"theme":"system","language":"zh-CN"}'
  expect(shownWith(chosen, false).storage.kept).toBe(chosen)
  const refused = {
    getItem: () => {
      throw new Error('refused')
    },
    setItem: () => {
      throw new Error('refused')
    },
  }
  const root = { dataset: {} as Record<string, string>, lang: '', style: {} }
  runInNewContext(code, {
    window: {},
    document: documentWith(root, {}),
    localStorage: refused,
    addEventListener: () => {},
  })
  expect(root.dataset.mantineColorScheme).toBe('light')
})
