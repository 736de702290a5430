// The collapsible menu of narrow screens: tools with name and price, a way to all of them, pricing, account
// (document 1 §2 "Mobile"; C-31).
import { Button } from '@mantine/core'
import { IconArrowRight, IconMenu2, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { CategoryIcon } from '#features/catalogue/web/category-icon.tsx'
import { MODEL_GROUPS } from '#features/catalogue/web/model-groups.ts'
import { disclosesPanel } from '#platform/web/prehydration-attributes.ts'
import { NAVIGATION_TEXTS, PRICING_LINK, userMenu } from '#rulebook/site/navigation.ts'
import { SHELL_TEXTS } from '#rulebook/site/shell-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import classes from './mobile-menu.module.css'
import { ToolLink } from './tool-link.tsx'
import { useDisclosurePanel } from './use-disclosure-panel.ts'
import { useSignOut } from './use-sign-out.ts'
import type { Visitor } from './visitor.ts'

export function MobileMenu({ visitor }: { readonly visitor: Visitor }) {
  const panel = useDisclosurePanel()
  useScrollLock(panel.isOpen)
  const Icon = panel.isOpen ? IconX : IconMenu2
  return (
    <div ref={panel.rootRef} className={classes.root}>
      <button
        type="button"
        ref={panel.buttonRef}
        className={classes.button}
        aria-expanded={panel.isOpen}
        aria-controls={panel.panelId}
        {...disclosesPanel()}
        aria-label={panel.isOpen ? SHELL_TEXTS.closeMenu : SHELL_TEXTS.openMenu}
        onClick={panel.toggle}
      >
        <Icon size={24} stroke={1.6} aria-hidden="true" />
      </button>
      <div id={panel.panelId} className={classes.panel} hidden={!panel.isOpen}>
        <nav aria-label={NAVIGATION_TEXTS.menu}>
          <ToolList />
          <MoreLinks visitor={visitor} close={panel.close} />
        </nav>
        <AccountActions visitor={visitor} />
      </div>
    </div>
  )
}

function ToolList() {
  return (
    <>
      {MODEL_GROUPS.map(({ category, subGroups }) => (
        <section key={category.key} className={classes.group}>
          <h2 className={classes.title}>
            <CategoryIcon category={category.key} sizePx={18} />
            {category.title}
          </h2>
          <ul className={classes.list}>
            {subGroups.flatMap(({ models }) =>
              models.map((model) => (
                <li key={model.key}>
                  <ToolLink model={model} withDescription={false} />
                </li>
              )),
            )}
          </ul>
        </section>
      ))}
      <Link to={PATHS.catalogue} className={classes.all}>
        {NAVIGATION_TEXTS.viewAllTools}
        <IconArrowRight size={18} aria-hidden="true" />
      </Link>
    </>
  )
}

function MoreLinks({ visitor, close }: { readonly visitor: Visitor; readonly close: () => void }) {
  return (
    <ul className={classes.more}>
      <li>
        <Link to={PRICING_LINK} onClick={close} className={classes.item}>
          {NAVIGATION_TEXTS.pricing}
        </Link>
      </li>
      {visitor.state === 'signed-in' &&
        userMenu(visitor.isAdmin).map(
          ({ key, label, path }) =>
            path && (
              <li key={key}>
                <Link to={path} onClick={close} className={classes.item}>
                  {label}
                </Link>
              </li>
            ),
        )}
    </ul>
  )
}

function AccountActions({ visitor }: { readonly visitor: Visitor }) {
  const signOut = useSignOut(visitor, 'general')
  if (visitor.state === 'loading') return null
  if (visitor.state === 'signed-in') {
    const { label } = userMenu(false).at(-1)!
    return (
      <Button fullWidth variant="default" onClick={signOut}>
        {label}
      </Button>
    )
  }
  return (
    <div className={classes.actions}>
      <Button component={Link} to={PATHS.login} variant="default">
        {NAVIGATION_TEXTS.login}
      </Button>
      <Button component={Link} to={PATHS.register}>
        {SHELL_TEXTS.register}
      </Button>
    </div>
  )
}

/** The page behind the open menu must not scroll away under the finger. */
function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return
    document.body.style.overflow = 'hidden'
    return () => {
      document.body.style.overflow = ''
    }
  }, [isLocked])
}
