// Whom this window belongs to, for what outlives a page and acts in a person's name: a batch must not go on in the account of whoever signs in next.
// The session's store sets it; this folder does not depend on accounts.
import { Listeners } from '../listeners.ts'

let person: string | undefined
let leaver: string | undefined
const leavings = new Listeners()

/** Id of who is signed in; undefined for a visitor, and before it is known. */
export const windowPerson = (): string | undefined => person

/** Called at every change of the session; `hasEnded`: it ended by itself, and its person is likely to come back. */
export function setWindowPerson(id: string | undefined, hasEnded = false): void {
  if (id === person) return
  const before = person
  person = id
  if (before || id === leaver) leaver = hasEnded ? undefined : before
  if (before) leavings.call()
}

/** Whether this person has signed out, here or in another tab, or made room for another: nothing of theirs is kept for a later sign-in. */
export const hasLeft = (id: string | undefined): boolean => id !== undefined && id === leaver

/**
 * After the session of a known person has ended, here or in another tab, and when somebody else has signed in. For what acts in their name; what was
 * read with a session is dropped by the session's store (`onSignedOut`), also where nobody was known. Returns how to stop listening.
 */
export const whenPersonLeaves = (end: () => void): (() => void) => leavings.add(end)
