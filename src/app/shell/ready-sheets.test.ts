// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { applySheetsOf, keepSheetsOf } from './ready-sheets.ts'

const SHEETS = ['/assets/a.css', '/assets/b.css']
/** What the router looks for before it waits (react-router, `prefetchStyleLink`). */
const routerFinds = (address: string) => document.querySelector(`link[rel="stylesheet"][href="${address}"]`) !== null
const kept = () => [...document.querySelectorAll<HTMLLinkElement>('link[data-kept-for]')]

beforeEach(() => {
  document.head.replaceChildren()
  Object.assign(window, {
    __reactRouterManifest: { routes: { '/': { css: SHEETS }, '/sharing': { css: [SHEETS[1]] }, '/plain': {} } },
  })
  keepSheetsOf('/')
})

it('the router waits for a sheet until it is really there', () => {
  expect(kept()).toHaveLength(2)
  expect(SHEETS.some(routerFinds)).toBe(false)
  kept()[0]!.dispatchEvent(new Event('load'))
  expect(SHEETS.map(routerFinds)).toEqual([true, false])
  // What the router finds loads nothing a second time.
  expect(document.querySelector<HTMLLinkElement>(`link[href="${SHEETS[0]}"]`)?.disabled).toBe(true)
})

it('a kept sheet is applied on the pages that have it only, in the order of the page', () => {
  expect(kept().map(({ media }) => media)).toEqual(['not all', 'not all'])
  applySheetsOf('/')
  expect(kept().map(({ media }) => media)).toEqual(['all', 'all'])
  expect(kept().map(({ href }) => new URL(href).pathname)).toEqual(SHEETS)
  applySheetsOf('/sharing')
  expect(kept().map(({ media }) => media)).toEqual(['not all', 'all'])
  applySheetsOf('/plain')
  expect(kept().map(({ media }) => media)).toEqual(['not all', 'not all'])
})

it('keeps each page once, and nothing where there is nothing', () => {
  keepSheetsOf('/')
  keepSheetsOf('/plain')
  keepSheetsOf('/unknown')
  expect(kept()).toHaveLength(2)
})
