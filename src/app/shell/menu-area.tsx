// Pages with a menu beside them, above them on phones: the profile area and the back office (document 1 §2; document 2 §2).
import { Container } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import classes from './menu-area.module.css'
import { useVisitor } from './visitor.ts'
import { VisitorIdentity } from './visitor-identity.tsx'

interface MenuAreaProps {
  /** Name of the menu, for screen readers. */
  readonly label: string
  readonly items: readonly { readonly key: string; readonly label: string; readonly path: string | undefined }[]
  /** The page; the route's own unless given. */
  readonly children?: ReactNode
  /** Below the menu. */
  readonly footer?: ReactNode
}

export function MenuArea({ label, items, children = <Outlet />, footer }: MenuAreaProps) {
  const visitor = useVisitor()
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked item follows the address
  useEffect(() => {
    const row = menu.current!
    showMarkedItem(row)
    const observer = new ResizeObserver(() => showMarkedItem(row)) // a turned phone
    observer.observe(row)
    return () => observer.disconnect()
  }, [pathname])
  return (
    <Container size="lg" className={classes.area}>
      <aside className={classes.sidebar} data-screen-only>
        <VisitorIdentity visitor={visitor} avatarPx={48} className={classes.person} />
        <nav ref={menu} aria-label={label} className={classes.menu}>
          {items.map(
            ({ key, label, path }) =>
              path && (
                <NavLink key={key} to={path} end className={classes.item}>
                  {label}
                </NavLink>
              ),
          )}
        </nav>
        {footer}
      </aside>
      <div className={classes.content}>{children}</div>
    </Container>
  )
}

/** On phones the menu is a row that scrolls sideways. */
function showMarkedItem(menu: HTMLElement): void {
  const item = menu.querySelector('[aria-current="page"]')
  if (!item) return
  const [row, box] = [menu.getBoundingClientRect(), item.getBoundingClientRect()]
  menu.scrollLeft += box.left - row.left - (row.width - box.width) / 2
}
