// The account could not be read: the service does not answer for a moment, and nobody was signed out by that. Asked again until it answers; the page
// then forwards whoever is signed in.
import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { SERVICE_TROUBLE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { isSignOutText } from '#rulebook/account/auth-texts.ts'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'
import { authStore, useAuth } from '../session/auth-store.ts'
import { browserSessionKeeper, isUsable } from '../session/stored-session.ts'

const ASK_EVERY_MS = 5_000

export function ServiceTrouble() {
  const { initialized, isAuthenticated, error } = useAuth()
  const isUnread = initialized && !isAuthenticated && error !== undefined && !isSignOutText(error)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (!isUnread) return
    const asking = setInterval(() => document.visibilityState === 'visible' && void authStore.resume(), ASK_EVERY_MS)
    return () => clearInterval(asking)
  }, [isUnread])
  if (!isUnread) return null
  const ask = () => {
    setAsking(true)
    void authStore.resume().finally(() => setAsking(false))
  }
  return (
    <>
      <Text size="sm" mt={4}>
        {isStillSignedIn() ? SERVICE_TROUBLE_TEXTS.stillSignedIn : SERVICE_TROUBLE_TEXTS.maybe}
      </Text>
      <Button variant="light" color="red" size="compact-sm" mt="xs" loading={isAsking} onClick={ask}>
        {CONTROL_TEXTS.retry}
      </Button>
    </>
  )
}

function isStillSignedIn(): boolean {
  const session = browserSessionKeeper.read()
  return session !== undefined && isUsable(session)
}
