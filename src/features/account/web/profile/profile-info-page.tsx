// /profile/info (document 1 §2 "/profile area"; U-08): who I am and what I have: avatar and name to change, email, account security.
import { Badge, Paper, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { notifyError } from '#platform/web/ui/notices.tsx'
import { PROFILE_INFO_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { LINK_RETURN_KEY } from '#rulebook/account/login-method-texts.ts'
import { LOGIN_METHOD_LABELS } from '#rulebook/account/login-methods.ts'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { userTypeLabel } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { lookUp } from '#rulebook/look-up.ts'
import { plainQueryText } from '#rulebook/site/guard.ts'
import { CONTACT_LINE_TEXTS } from '#rulebook/site/navigation.ts'
import { useAuth } from '../session/auth-store.ts'
import { AddEmailSection } from './add-email-section.tsx'
import { AvatarEditor } from './avatar-editor.tsx'
import classes from './profile-info-page.module.css'
import { SecuritySection } from './security-section.tsx'
import { SetPasswordSection } from './set-password-section.tsx'
import { UsernameEditor } from './username-editor.tsx'

export function ProfileInfoPage() {
  const { user, profile } = useAuth()
  useErrorQuery()
  if (!user || !profile) return null
  const provider = lookUp(LOGIN_METHOD_LABELS, user.app_metadata.provider)
  return (
    <>
      <Paper withBorder radius="lg" className={classes.card}>
        <Title order={1} fz="h3">
          {PROFILE_INFO_TEXTS.basics}
        </Title>
        <AvatarEditor user={user} profile={profile} />
        <dl className={classes.facts}>
          <dt>{PROFILE_INFO_TEXTS.username}</dt>
          <dd>
            <UsernameEditor username={profile.username} />
          </dd>
          <dt>{PROFILE_INFO_TEXTS.email}</dt>
          <dd>
            <Text span className={classes.value}>
              {user.email ?? CONTACT_LINE_TEXTS.noEmail}
            </Text>
            {provider && (
              <Badge variant="light" tt="none">
                {provider}
              </Badge>
            )}
          </dd>
          <dt>{PROFILE_INFO_TEXTS.type}</dt>
          <dd>{userTypeLabel(profile.user_type)}</dd>
          <dt>{PROFILE_INFO_TEXTS.credits}</dt>
          <dd>{fillText(CREDIT_TEXTS.credits, { credits: profile.credits.remaining })}</dd>
        </dl>
      </Paper>
      {!user.email && <AddEmailSection />}
      {user.email &&
        (user.app_metadata.provider === 'email' ? (
          <SecuritySection email={user.email} />
        ) : (
          <SetPasswordSection email={user.email} />
        ))}
    </>
  )
}

/** The guard's error: shown once as a notification, then the query goes (U-08). A provider's error is not for people (use-link-outcome.ts). */
function useErrorQuery(): void {
  const [query, setQuery] = useSearchParams()
  const shown = useRef<string>(undefined)
  const error = query.has(LINK_RETURN_KEY) ? undefined : plainQueryText(query.get('error'))
  useEffect(() => {
    if (!error || shown.current === error) return
    shown.current = error
    notifyError(error)
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('error')
        return after
      },
      { replace: true },
    )
  }, [error, setQuery])
}
