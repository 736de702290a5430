import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../..')
const styles = resolve(src, '../node_modules/@mantine/core/styles')
const LISTS = ['mantine.ts', 'mantine-inner.ts', '../notice-stack.tsx']
const listedIn = (file: string): string[] =>
  [...readFileSync(resolve(import.meta.dirname, file), 'utf8').matchAll(/core\/styles\/([\w-]+)\.css/g)].map(
    (match) => match[1]!,
  )
const listed = new Set(LISTS.flatMap(listedIn))

const browserSources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|[\\/](server|testing)[\\/]/.test(file),
)
const importsOf = (file: string): string[] =>
  [...readFileSync(resolve(src, file), 'utf8').matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap((match) =>
    match[1]!.split(',').map((name) => name.trim()),
  )
const used = new Set(browserSources.flatMap(importsOf).filter((name) => existsSync(resolve(styles, `${name}.css`))))

it('every Mantine component that is used has its styles', () => {
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((name) => !listed.has(name))).toEqual([])
})

/** What components are made of, beside themselves. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Select: ['Combobox', 'Input', 'Popover', 'ScrollArea', 'CloseButton'],
  Menu: ['Popover'],
  Modal: ['ModalBase', 'Overlay', 'CloseButton', 'Paper'],
  NumberInput: ['Input', 'UnstyledButton'],
  PasswordInput: ['Input', 'ActionIcon'],
  Checkbox: ['InlineInput'],
  Switch: ['InlineInput'],
  Button: ['UnstyledButton', 'Loader'],
}

it('the parts of those components have theirs too', () => {
  const missing = [...used].flatMap((name) => PARTS[name] ?? []).filter((part) => !listed.has(part))
  expect(missing).toEqual([])
})

it('no style stands in two lists', () => {
  expect(LISTS.flatMap(listedIn)).toHaveLength(listed.size)
})
