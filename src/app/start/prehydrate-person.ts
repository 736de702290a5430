// Prehydration (decision 0017): shows on a prerendered page who is signed in, before its program runs: name, face and balance, in the words and places
// of the program. Users with a notice beyond that get the program at once.
import type { AuthUser, Profile, Session } from '#features/account/contract.ts'
import {
  browserSessionKeeper,
  isUsable,
  type StoredSession,
  toStored,
} from '#features/account/web/session/stored-session.ts'
import type { Job } from '#features/processing/contract.ts'
import {
  NEEDED_ATTRIBUTE,
  PREHYDRATED_LABEL_ATTRIBUTE,
  PREHYDRATED_TEXT_ATTRIBUTE,
} from '#platform/web/prehydration-attributes.ts'
import { drawingOf } from '#platform/web/ui/generated-drawing.ts'
import { DEFAULT_USER_STATUS, DEFAULT_USER_TYPE } from '#rulebook/credits/tiers.ts'
import { fillText, type TextData } from '#rulebook/fill-text.ts'
import { avatarSource, displayName } from '#rulebook/site/shown-person.ts'
import { ask } from './prehydration-calls.ts'
import { FACE_ATTRIBUTE, SIGNED_IN, VISITOR_ATTRIBUTE } from './start-messages.ts'

/** The stored token, or a new one which the program then finds stored; null for a visitor. */
export async function restoreSession(): Promise<StoredSession | null> {
  const kept = browserSessionKeeper.read()
  if (kept && isUsable(kept)) return kept
  const session = await ask<Session | null>('account/session')
  const stored = session && toStored(session)
  if (stored) browserSessionKeeper.write(stored)
  return stored
}

/** False when the page is not all there is to say to this person. */
export async function prehydratePerson({ user, access_token: token }: StoredSession): Promise<boolean> {
  const [profile, running] = await Promise.all([
    ask<Profile>('account/profile/get', token),
    ask<readonly Job[]>('processing/jobs/open', token),
  ])
  if (running.length > 0 || !isOrdinary(profile)) return false
  const name = displayName(user, profile)
  fill({ name, n: profile.credits.remaining, credits: profile.credits.remaining })
  showFace(user, profile)
  document.documentElement.dataset[VISITOR_ATTRIBUTE] = SIGNED_IN
  return true
}

/** Other accounts see other texts; so do those that cannot pay what is offered here. */
const isOrdinary = ({ user_type: userType, status, credits }: Profile): boolean => {
  const price = Number(document.querySelector(`[${NEEDED_ATTRIBUTE}]`)?.getAttribute(NEEDED_ATTRIBUTE) ?? 0)
  return (
    userType === DEFAULT_USER_TYPE &&
    (status ?? DEFAULT_USER_STATUS) === DEFAULT_USER_STATUS &&
    credits.remaining >= price
  )
}

function fill(values: TextData): void {
  for (const element of document.querySelectorAll(`[${PREHYDRATED_TEXT_ATTRIBUTE}]`))
    element.textContent = fillText(element.getAttribute(PREHYDRATED_TEXT_ATTRIBUTE)!, values)
  for (const element of document.querySelectorAll(`[${PREHYDRATED_LABEL_ATTRIBUTE}]`))
    element.setAttribute('aria-label', fillText(element.getAttribute(PREHYDRATED_LABEL_ATTRIBUTE)!, values))
}

/** As the ground of its place: elements inside would be in hydration's way. */
function showFace(user: AuthUser, profile: Profile): void {
  const avatar = avatarSource(user, profile, true)
  const place = document.querySelector<HTMLElement>(`[${FACE_ATTRIBUTE}]`)
  if (!avatar || !place) return
  const address = avatar.kind === 'image' ? avatar.url : drawnAddress(avatar.seed)
  place.style.background = `center / cover url("${CSS.escape(address)}")`
}

function drawnAddress(seed: string): string {
  const { ground, shapes } = drawingOf(seed)
  const circles = shapes.map(
    ({ x, y, radius, fill }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" fill-opacity=".82"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${ground}"/>${circles.join('')}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
