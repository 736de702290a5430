// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { MenuArea } from './menu-area.tsx'
import { SIGNED_IN } from './testing/visitors.ts'
import { VisitorContext } from './visitor.ts'

const ITEMS = ['/a', '/b', '/c'].map((path) => ({ key: path, label: path, path }))
const ROW = { left: 0, width: 300 } as DOMRect
const MARKED = { left: 500, width: 80 } as DOMRect

beforeAll(prepareDom)

it('the item of the open page is in the middle of the row that phones scroll', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.getAttribute('aria-current') === 'page' ? MARKED : ROW
  })
  renderPage(
    <VisitorContext value={SIGNED_IN}>
      <MenuArea label="menu" items={ITEMS}>
        page
      </MenuArea>
    </VisitorContext>,
    { path: '/c' },
  )
  expect(screen.getByRole('navigation', { name: 'menu' }).scrollLeft).toBe(390)
})
