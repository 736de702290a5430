// Whom this window belongs to, for what outlives a page and acts in a person's name: a batch must not go on in the account of whoever signs in next.
// The holder of the session tells; this folder does not depend on accounts.
import { Listeners } from '../listeners.ts'

let person: string | undefined
const leavings = new Listeners()

/** Id of who is signed in; undefined for a visitor, and before it is known. */
export const windowPerson = (): string | undefined => person

/** Told at every change of the session. */
export function setWindowPerson(id: string | undefined): void {
  if (id === person) return
  const isLeft = person !== undefined
  person = id
  if (isLeft) leavings.call()
}

/** After a sign-out, here or in another tab, and when somebody else has signed in. Returns how to stop listening. */
export const whenPersonLeaves = (end: () => void): (() => void) => leavings.add(end)
