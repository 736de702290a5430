// The user dropdown (document 1 §2 "User dropdown"; C-31, U-60).
import { IconChevronDown, IconCreditCard, IconHistory, IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { prehydratedLabel, prehydratedText } from '#platform/web/prehydration-attributes.ts'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { CONTACT_LINE_TEXTS, userMenu } from '#rulebook/site/navigation.ts'
import { SHELL_TEXTS } from '#rulebook/site/shell-texts.ts'
import { useDisclosurePanel } from './use-disclosure-panel.ts'
import { useSignOut } from './use-sign-out.ts'
import classes from './user-menu.module.css'
import type { Visitor } from './visitor.ts'
import { VisitorAvatar } from './visitor-avatar.tsx'
import { VisitorIdentity } from './visitor-identity.tsx'

const ICONS = {
  info: IconUser,
  history: IconHistory,
  billing: IconCreditCard,
  admin: IconSettings,
  'sign-out': IconLogout,
} as const

const LABEL = (name: string): string => `${SHELL_TEXTS.userMenu}：${name}`

export function UserMenu({ visitor }: { readonly visitor: Visitor }) {
  const panel = useDisclosurePanel()
  return (
    <div ref={panel.rootRef} className={classes.root}>
      <button
        type="button"
        ref={panel.buttonRef}
        className={classes.button}
        aria-expanded={panel.isOpen}
        aria-controls={panel.panelId}
        aria-label={LABEL(visitor.displayName)}
        {...prehydratedLabel(LABEL('{name}'))}
        onClick={panel.toggle}
      >
        <VisitorAvatar visitor={visitor} sizePx={32} />
        <span className={classes.buttonName} {...prehydratedText('{name}')}>
          {visitor.displayName}
        </span>
        <IconChevronDown size={16} aria-hidden="true" />
      </button>
      <div id={panel.panelId} className={classes.panel} hidden={!panel.isOpen}>
        {visitor.state === 'signed-in' && (
          <>
            <UserSummary visitor={visitor} />
            <UserLinks visitor={visitor} close={panel.close} />
          </>
        )}
      </div>
    </div>
  )
}

function UserSummary({ visitor }: { readonly visitor: Visitor }) {
  const title = visitor.contactLine === CONTACT_LINE_TEXTS.google ? CONTACT_LINE_TEXTS.googleTitle : undefined
  return (
    <div className={classes.summary}>
      <VisitorIdentity visitor={visitor} avatarPx={40} className={classes.person} />
      <div className={classes.contact} title={title}>
        {visitor.contactLine}
      </div>
      {visitor.creditsRemaining !== undefined && (
        <div className={classes.credits}>
          <span>{SHELL_TEXTS.remainingCredits}</span>
          <strong>{fillText(CREDIT_TEXTS.credits, { credits: visitor.creditsRemaining })}</strong>
        </div>
      )}
    </div>
  )
}

function UserLinks({ visitor, close }: { readonly visitor: Visitor; readonly close: () => void }) {
  const signOut = useSignOut(visitor, 'dropdown')
  return (
    <ul className={classes.list}>
      {userMenu(visitor.isAdmin).map(({ key, label, path }) => {
        const Icon = ICONS[key]
        return (
          <li key={key}>
            {path ? (
              <NavLink to={path} end className={classes.item} onClick={close}>
                <Icon size={18} stroke={1.6} aria-hidden="true" />
                {label}
              </NavLink>
            ) : (
              <button type="button" className={classes.item} onClick={signOut}>
                <Icon size={18} stroke={1.6} aria-hidden="true" />
                {label}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
