// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideUnstyled } from './hide-unstyled.ts'

const isHidden = () => document.body.hasAttribute('data-waits-for-sheets')

/** jsdom loads no sheet by itself: `isApplied` stands for one that has come. */
function addLink({
  isApplied = false,
  ...parts
}: Partial<HTMLLinkElement> & { readonly isApplied?: boolean }): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', ...parts })
  if (isApplied) apply(link)
  document.head.append(link)
  return link
}

const apply = (link: HTMLLinkElement) => Object.defineProperty(link, 'sheet', { value: { cssRules: [] } })
function come(link: HTMLLinkElement): void {
  apply(link)
  link.dispatchEvent(new Event('load'))
}

beforeEach(() => {
  document.head.replaceChildren()
  document.body.toggleAttribute('data-waits-for-sheets', false)
})

afterEach(() => vi.useRealTimers())

it('a page is hidden until the last of its sheets has come', () => {
  addLink({ href: '/root.css', isApplied: true })
  const first = addLink({ href: '/page.css' })
  const second = addLink({ href: '/card.css' })
  hideUnstyled()
  expect(isHidden()).toBe(true)
  come(first)
  expect(isHidden()).toBe(true)
  // As Chromium has it then.
  const unreadable = {
    get cssRules() {
      throw new DOMException('', 'SecurityError')
    },
  }
  Object.defineProperty(second, 'sheet', { value: unreadable, configurable: true })
  second.dispatchEvent(new Event('error'))
  hideUnstyled()
  expect(isHidden()).toBe(true)
  // What the second try brings (public/before-page.js).
  come(second)
  expect(isHidden()).toBe(false)
})

it('a page whose sheets are applied, kept for it, or for another page, is never hidden', () => {
  addLink({ href: '/root.css', isApplied: true })
  addLink({ href: '/kept.css', isApplied: true })
  addLink({ href: '/kept.css' })
  addLink({ href: '/other.css', media: 'not all' })
  addLink({ href: '/marker.css', disabled: true })
  hideUnstyled()
  expect(isHidden()).toBe(false)
})

it('who goes on to a page that is styled already sees it, and the sheet that comes late changes nothing', () => {
  const late = addLink({ href: '/late.css' })
  hideUnstyled()
  late.remove()
  hideUnstyled()
  expect(isHidden()).toBe(false)
  addLink({ href: '/next.css' })
  hideUnstyled()
  come(late)
  expect(isHidden()).toBe(true)
})

it('a sheet that is kept for other pages is not there for this one', () => {
  addLink({ href: '/shared.css', isApplied: true, media: 'not all' })
  addLink({ href: '/shared.css' })
  hideUnstyled()
  expect(isHidden()).toBe(true)
})

it('sheets of lazy parts, and those whose failure somebody else expects, hide nothing', () => {
  addLink({ href: '/part.css', crossOrigin: 'anonymous' })
  addLink({ href: '/fetched.css', onerror: () => {} })
  hideUnstyled()
  expect(isHidden()).toBe(false)
})

it('a page is not hidden for ever: a sheet that was given up, or comes to no end, is waited for no more', () => {
  vi.useFakeTimers()
  const lost = addLink({ href: '/lost.css' })
  const stalled = addLink({ href: '/stalled.css' })
  hideUnstyled()
  lost.disabled = true
  lost.dispatchEvent(new Event('load'))
  expect(isHidden()).toBe(true)
  vi.advanceTimersByTime(8000)
  expect(isHidden()).toBe(false)
  stalled.remove()
})
