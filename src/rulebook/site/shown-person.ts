// Name and picture of the signed-in person, as the shell shows them (document 1 §2 "User dropdown"; P-20).
import type { AuthenticatedUser, UserProfile } from '../account/auth-state.ts'

type User = Pick<AuthenticatedUser, 'id' | 'email' | 'user_metadata'>
type Profile = Pick<UserProfile, 'username' | 'initial_email' | 'avatar_url'>

export const DEFAULT_DISPLAY_NAME = '用户'
const beforeAt = (email: string | null | undefined): string | undefined => email?.split('@')[0]

/** Username, initial email, full name, account email, 用户. */
export const displayName = (user: User | undefined, profile: Profile | undefined): string =>
  profile?.username ||
  beforeAt(profile?.initial_email) ||
  user?.user_metadata.full_name ||
  beforeAt(user?.email) ||
  DEFAULT_DISPLAY_NAME

export type AvatarSource =
  | { readonly kind: 'image'; readonly url: string }
  /** Drawn or fetched from the seed: the user id and nothing else (P-20). */
  | { readonly kind: 'generated'; readonly seed: string }

/** Profile picture, metadata picture, generated from the user id, none; none as well while a user still waits for a profile. */
export function avatarSource(
  user: User | undefined,
  profile: Profile | undefined,
  initialized: boolean,
): AvatarSource | undefined {
  if (profile?.avatar_url) return { kind: 'image', url: profile.avatar_url }
  if (!user || (!initialized && !profile)) return undefined
  const metadataUrl = user.user_metadata.avatar_url
  return metadataUrl ? { kind: 'image', url: metadataUrl } : { kind: 'generated', seed: user.id }
}
