// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { hideUnstyled } from './hide-unstyled.ts'

const isHidden = () => document.body.hasAttribute('data-waits-for-sheets')

/** jsdom loads no sheet by itself: `isApplied` stands for one that has come. */
function addLink({
  isApplied = false,
  ...parts
}: Partial<HTMLLinkElement> & { readonly isApplied?: boolean }): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', ...parts })
  if (isApplied) Object.defineProperty(link, 'sheet', { value: {} })
  document.head.append(link)
  return link
}

beforeEach(() => {
  document.head.replaceChildren()
  document.body.toggleAttribute('data-waits-for-sheets', false)
})

it('a page is hidden until the last of its sheets has come or is known not to come', () => {
  addLink({ href: '/root.css', isApplied: true })
  const first = addLink({ href: '/page.css' })
  const second = addLink({ href: '/card.css' })
  hideUnstyled()
  expect(isHidden()).toBe(true)
  first.dispatchEvent(new Event('load'))
  expect(isHidden()).toBe(true)
  second.dispatchEvent(new Event('error'))
  expect(isHidden()).toBe(false)
})

it('a page whose sheets are applied, kept for it, or for another page, is never hidden', () => {
  addLink({ href: '/root.css', isApplied: true })
  addLink({ href: '/kept.css', isApplied: true, media: 'not all' })
  addLink({ href: '/kept.css' })
  addLink({ href: '/other.css', media: 'not all' })
  addLink({ href: '/marker.css', disabled: true })
  hideUnstyled()
  expect(isHidden()).toBe(false)
})

it('who goes on to a page that is styled already sees it, and the sheet that comes late changes nothing', () => {
  const late = addLink({ href: '/late.css' })
  const stop = hideUnstyled()
  stop()
  late.remove()
  hideUnstyled()
  expect(isHidden()).toBe(false)
  addLink({ href: '/next.css' })
  hideUnstyled()
  late.dispatchEvent(new Event('load'))
  expect(isHidden()).toBe(true)
})
