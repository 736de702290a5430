// Pages with a menu beside them, above them on phones: the profile area and the back office (document 1 §2; document 2 §2).
import { Container } from '@mantine/core'
import type { ReactNode } from 'react'
import { NavLink, Outlet } from 'react-router'
import classes from './menu-area.module.css'
import { useVisitor } from './visitor.ts'
import { VisitorIdentity } from './visitor-identity.tsx'

interface MenuAreaProps {
  /** Of the menu, for screen readers. */
  readonly label: string
  readonly items: readonly { readonly key: string; readonly label: string; readonly path: string | undefined }[]
  /** The page; the route's own unless given. */
  readonly children?: ReactNode
  /** Below the menu. */
  readonly footer?: ReactNode
  /** Tables want the width. */
  readonly size?: 'lg' | 'xl'
}

export function MenuArea({ label, items, size = 'lg', children = <Outlet />, footer }: MenuAreaProps) {
  const visitor = useVisitor()
  return (
    <Container size={size} className={classes.area}>
      <aside className={classes.sidebar}>
        <VisitorIdentity visitor={visitor} avatarPx={48} className={classes.person} />
        <nav aria-label={label} className={classes.menu}>
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
