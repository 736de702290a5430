// The auth state as the shell sees it (document 1 §2; C-01, C-02): the only place where navigation meets accounts.
import type { Auth } from '#features/account/web/session/auth-store.ts'
import { restrictionOf, userTypeLabel } from '#rulebook/credits/tiers.ts'
import { contactLine, navigationState } from '#rulebook/site/navigation.ts'
import { avatarSource, displayName } from '#rulebook/site/shown-person.ts'
import type { Visitor } from './visitor.ts'

export function visitorOf(auth: Auth): Visitor {
  const { user, profile } = auth
  return {
    state: navigationState(auth),
    displayName: displayName(user, profile),
    avatar: avatarSource(user, profile, auth.initialized),
    contactLine: contactLine(user, profile),
    typeLabel: userTypeLabel(profile?.user_type),
    creditsRemaining: profile?.credits.remaining,
    isAdmin: auth.isAdmin,
    restriction: profile ? restrictionOf({ userType: profile.user_type, status: profile.status }) : undefined,
    termsDue: profile?.terms_due === true,
    signOut: auth.signOut,
  }
}
