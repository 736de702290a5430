// What stands around the three profile pages: who it is, and the menu (document 1 §2 "/profile area").
import { Container } from '@mantine/core'
import { NavLink, Outlet } from 'react-router'
import { PROFILE_MENU } from '#rulebook/navigation.ts'
import { PROFILE_AREA_TEXTS } from '#rulebook/profile-area-texts.ts'
import { useVisitor } from '../shell/visitor.ts'
import { VisitorIdentity } from '../shell/visitor-identity.tsx'
import classes from './profile-area.module.css'

export default function ProfileArea() {
  const visitor = useVisitor()
  return (
    <Container size="lg" className={classes.area}>
      <aside className={classes.sidebar}>
        <VisitorIdentity visitor={visitor} avatarPx={48} className={classes.person} />
        <nav aria-label={PROFILE_AREA_TEXTS.navigation} className={classes.menu}>
          {PROFILE_MENU.map(
            ({ key, label, path }) =>
              path && (
                <NavLink key={key} to={path} className={classes.item}>
                  {label}
                </NavLink>
              ),
          )}
        </nav>
      </aside>
      <div className={classes.content}>
        <Outlet />
      </div>
    </Container>
  )
}
