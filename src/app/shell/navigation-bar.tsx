// The global navigation bar, on every route (document 1 §2 "Global navigation bar"; C-01, C-18).
import { Button, Loader } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { prehydratedText } from '#platform/web/prehydration-attributes.ts'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { NAVIGATION_TEXTS, PRICING_LINK } from '#rulebook/site/navigation.ts'
import { APP_TEXTS } from '#rulebook/site/product.ts'
import { SHELL_TEXTS } from '#rulebook/site/shell-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { SIGNED_OUT, VISITOR_ATTRIBUTE } from '../start/start-messages.ts'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import classes from './navigation-bar.module.css'
import { ToolsMenu } from './tools-menu.tsx'
import { UserMenu } from './user-menu.tsx'
import { useVisitor, type Visitor } from './visitor.ts'

/** `children` are drawn with it, in its landmark. */
export function NavigationBar({ children }: { readonly children?: ReactNode }) {
  const visitor = useVisitor()
  return (
    <header className={classes.bar}>
      {children}
      <div className={classes.inner}>
        <Logo />
        <nav className={classes.wide} aria-label={SHELL_TEXTS.mainNavigation}>
          <ToolsMenu />
          <Link to={PRICING_LINK} className={classes.link}>
            {NAVIGATION_TEXTS.pricing}
          </Link>
          {visitor.isAdmin && (
            <NavLink to={PATHS.admin} className={classes.link}>
              {NAVIGATION_TEXTS.admin}
            </NavLink>
          )}
        </nav>
        <div className={classes.account}>
          <AccountArea visitor={visitor} />
        </div>
        <MobileMenu visitor={visitor} />
      </div>
    </header>
  )
}

function AccountArea({ visitor }: { readonly visitor: Visitor }) {
  if (visitor.state === 'signed-out') return <SignInLinks />
  return (
    <>
      {visitor.state === 'loading' && <UnknownVisitor />}
      {/* Stands before it is known who it is: the deferred start may show it then, and a press there is not lost. */}
      <div className={classes.person} data-known={visitor.state === 'signed-in' || undefined}>
        <Balance credits={visitor.creditsRemaining} />
        <UserMenu visitor={visitor} />
      </div>
    </>
  )
}

/** Who is looking is not known yet; the deferred start may know it before the program does (decision 0017). */
function UnknownVisitor() {
  useEffect(() => () => void delete document.documentElement.dataset[VISITOR_ATTRIBUTE], [])
  return (
    <>
      <Loader size={20} role="status" aria-label={APP_TEXTS.loading} className={classes.asking} />
      <div className={classes.visitorLinks} data-shown-when={SIGNED_OUT}>
        <SignInLinks />
      </div>
    </>
  )
}

function SignInLinks() {
  const { pathname } = useLocation()
  return (
    <>
      <Button
        component={Link}
        to={PATHS.login}
        variant="subtle"
        size="sm"
        aria-current={pathname === PATHS.login ? 'page' : undefined}
      >
        {NAVIGATION_TEXTS.login}
      </Button>
      <Button component={Link} to={PATHS.register} size="sm" className={classes.register}>
        {SHELL_TEXTS.register}
      </Button>
    </>
  )
}

function Balance({ credits }: { readonly credits: number | undefined }) {
  return (
    <Link to={PATHS.profileBilling} className={classes.balance} title={SHELL_TEXTS.remainingCredits}>
      <IconCoins size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.hiddenLabel}>{SHELL_TEXTS.remainingCredits}</span>
      <span aria-live="polite" {...prehydratedText(CREDIT_TEXTS.credits)}>
        {credits === undefined ? '' : fillText(CREDIT_TEXTS.credits, { credits })}
      </span>
    </Link>
  )
}
