// The auth state of the browser (document 1 §3, §4, §8, §9; C-01, C-38).
//
// It starts uninitialised and empty. `initialize` runs once: it listens to other tabs, takes the stored token or asks for the
// session, and loads the profile; loading is set meanwhile and cleared afterwards, errors are stored. A sign-in or a renewed
// token loads the profile unless it is loaded. A profile that comes after its time limit is still taken, so that nobody types a
// password twice because of a slow network. Sign-out, also one from another tab, empties everything. A refusal that says "you
// are not who you say" signs out; no connection or a server in trouble never does.
import { codedError, codeOf } from '#platform/web/http/code-of.ts'
import { Listeners } from '#platform/web/listeners.ts'
import { PROFILE_CHANGE_TIMEOUT_MS, PROFILE_STARTUP_TIMEOUT_MS } from '#rulebook/account/auth-state.ts'
import { AUTH_ERRORS, isSignOutText } from '#rulebook/account/auth-texts.ts'
import type { Profile } from '../../contract.ts'
import { type AuthPort, troubleOf } from './auth-port.ts'
import {
  type AuthState,
  endsSoon,
  INITIAL_AUTH_STATE,
  RENEW_AT_MOST_EVERY_MS,
  RENEW_BEFORE_MS,
  textOfError,
  within,
} from './auth-state.ts'
import { isUsable, type SessionKeeper, type StoredSession, toStored } from './stored-session.ts'

const CHANGE_LIMIT = [PROFILE_CHANGE_TIMEOUT_MS, AUTH_ERRORS['profile-change-timeout']] as const

export class AuthStateStore {
  #state: AuthState = INITIAL_AUTH_STATE
  readonly #port: AuthPort
  readonly #keeper: SessionKeeper
  readonly #changes = new Listeners()
  readonly #signOuts = new Listeners()
  #initializing: Promise<void> | undefined
  #renewing: Promise<void> | undefined
  #loadingProfile: Promise<Profile> | undefined
  #isLeaving = false
  /** Rises with every sign-in, sign-out and other person: what was asked before says nothing of who is here now. */
  #era = 0
  #renewTimer: ReturnType<typeof setTimeout> | undefined

  constructor(port: AuthPort, keeper: SessionKeeper) {
    this.#port = port
    this.#keeper = keeper
  }

  readonly getState = (): AuthState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => this.#changes.add(listener)

  /** After every sign-out, and when somebody else has signed in: what belongs to the user elsewhere (caches, live connections) is dropped there. */
  onSignedOut(listener: () => void): () => void {
    return this.#signOuts.add(listener)
  }

  /** Runs once; later calls share the first. */
  initialize(): Promise<void> {
    this.#initializing ??= this.#start()
    return this.#initializing
  }

  /** After a successful sign-in with the server: takes over the new session and its profile, whatever was asked before. */
  signedIn(): Promise<void> {
    this.#beginEra()
    return this.#change(this.#renew())
  }

  /**
   * Ends the session on the server at once and clears the state here when `pageLeft` too is done: a guarded page must be gone
   * before its guard sees a visitor. Throws the code `sign-out-failed` and changes nothing when the server could not end it.
   */
  async signOut(pageLeft: Promise<void> = Promise.resolve()): Promise<void> {
    this.#isLeaving = true
    const era = this.#era
    try {
      await this.#port.signOut().catch(() => {
        throw codedError('sign-out-failed')
      })
      await pageLeft
      if (era === this.#era) this.#clear()
    } finally {
      this.#isLeaving = false
    }
  }

  /** Reads user and profile again; throws `user-refresh-failed`. */
  async refresh(): Promise<void> {
    try {
      await this.#renew()
      await this.#rereadProfile()
    } catch {
      throw codedError('user-refresh-failed')
    }
  }

  /** Reads the profile again, for example after a run was paid. Never rejects: what changed has changed, and only what is shown of it is old. */
  readonly refreshProfile = (): Promise<void> => this.#rereadProfile().catch(() => {})

  async #rereadProfile(): Promise<void> {
    const userId = this.#state.user?.id
    if (!userId) return
    const profile = await this.#port.getProfile()
    if (this.#state.user?.id === userId) this.#set({ profile })
  }

  /** Merges into the profile; throws the code `not-signed-in` without one. */
  mergeProfile(fields: Partial<Profile>): void {
    if (!this.#state.profile) throw codedError('not-signed-in')
    this.#set({ profile: { ...this.#state.profile, ...fields } })
  }

  /** Sets used, total and remaining individually; what is not given stays. */
  mergeCredits(fields: Partial<Profile['credits']>): void {
    const { profile } = this.#state
    if (profile) this.mergeProfile({ credits: { ...profile.credits, ...fields } })
  }

  /** A token that is good now, or null for a visitor; `mustRefresh` after the server refused the current one. A page that is left by a sign-out gets none. */
  async accessToken(mustRefresh = false): Promise<string | null> {
    if (this.#isLeaving) throw codedError('not-signed-in')
    const { session, initialized } = this.#state
    if (session && !mustRefresh && isUsable(session)) return session.access_token
    if (session || !initialized) await this.#renew()
    return this.#state.session?.access_token ?? null
  }

  /** A page that the browser kept alive comes back, and heard nothing of a sign-out or a sign-in meanwhile. */
  isOutdated(): boolean {
    return this.#state.initialized && this.#keeper.read()?.user.id !== this.#state.user?.id
  }

  /** The window came back: renews a token that ends soon and tries again what failed. */
  async resume(): Promise<void> {
    const { session, error, initialized } = this.#state
    if (initialized && ((session && endsSoon(session)) || error)) await this.#change(this.#renew())
  }

  async #start(): Promise<void> {
    this.#set({ loading: true, error: undefined })
    this.#keeper.onOtherTab((session) => this.#follow(session))
    const stored = this.#keeper.read()
    const isGood = stored && isUsable(stored)
    if (isGood) this.#take(stored)
    await this.#change(isGood ? undefined : this.#renew(), [
      PROFILE_STARTUP_TIMEOUT_MS,
      AUTH_ERRORS['profile-timeout'],
      AUTH_ERRORS['auth-init-failed'],
    ])
    this.#set({ loading: false, initialized: true })
  }

  /** Another tab signed in, renewed the token or signed out. */
  #follow(session: StoredSession | undefined): void {
    if (session) {
      this.#take(session)
      void this.#change()
    } else this.#clear()
  }

  /** What every change of the session ends with: the profile, and the judgement of what went wrong. The limit: milliseconds, its text, that of other troubles. */
  async #change(
    change?: Promise<void>,
    [timeoutMs, timeoutText, otherwise]: readonly [number, string, string?] = CHANGE_LIMIT,
  ): Promise<void> {
    let era = this.#era
    try {
      await change
      era = this.#era
      // What fails behind the limit is judged as what fails within it.
      const judged = this.#loadProfile().catch((error) => this.#judge(error, era, otherwise))
      await within(judged, timeoutMs, timeoutText)
    } catch (error) {
      this.#judge(error, era, otherwise)
    }
  }

  /** Refetches the session; concurrent callers share one request. */
  #renew(): Promise<void> {
    if (this.#renewing) return this.#renewing
    const renewing = this.#askForSession().finally(() => {
      if (this.#renewing === renewing) this.#renewing = undefined
    })
    this.#renewing = renewing
    return renewing
  }

  async #askForSession(): Promise<void> {
    const era = this.#era
    const session = await this.#port.getSession()
    // Asked before a sign-out, answered behind it: the token of who has left. After a sign-in the newer question counts.
    if (era !== this.#era) return this.#renewing
    if (session) {
      const stored = toStored(session)
      this.#keeper.write(stored)
      this.#take(stored)
    } else if (this.#state.session) this.#clear(AUTH_ERRORS['auth-signed-out'])
    else this.#forgetStored()
  }

  /**
   * Nobody is signed in: nothing failed any more. A session that ran out while no page was open left who it was in the storage; what another tab has
   * stored since is good.
   */
  #forgetStored(): void {
    if (!isSignOutText(this.#state.error)) this.#set({ error: undefined })
    const kept = this.#keeper.read()
    if (kept && !isUsable(kept)) this.#keeper.clear()
  }

  async #loadProfile(): Promise<void> {
    const userId = this.#state.user?.id
    if (!userId || this.#state.profile) return
    this.#loadingProfile ??= this.#port.getProfile()
    const loading = this.#loadingProfile
    try {
      const profile = await loading
      if (this.#loadingProfile === loading) this.#set({ profile, error: undefined })
    } finally {
      if (this.#loadingProfile === loading) this.#loadingProfile = undefined
    }
  }

  /** Setting a session also sets its user; the profile of another user never stays. */
  #take(session: StoredSession): void {
    const isSameUser = session.user.id === this.#state.user?.id
    if (!isSameUser) this.#beginEra()
    if (!isSameUser && this.#state.user) this.#forgetPages()
    const profile = isSameUser ? this.#state.profile : undefined
    this.#set({ session, user: session.user, profile, error: undefined })
    clearTimeout(this.#renewTimer)
    const renewInMs = Math.max(session.expiresAtMs - Date.now() - RENEW_BEFORE_MS, RENEW_AT_MOST_EVERY_MS)
    this.#renewTimer = setTimeout(() => void this.#change(this.#renew()), renewInMs)
  }

  #beginEra(): void {
    this.#era += 1
    this.#renewing = undefined
    this.#loadingProfile = undefined
  }

  #clear(error?: string): void {
    clearTimeout(this.#renewTimer)
    this.#beginEra()
    // What another tab has stored since for the next person is theirs.
    const kept = this.#keeper.read()
    if (!kept || kept.user.id === this.#state.user?.id || !isUsable(kept)) this.#keeper.clear()
    this.#set({ user: undefined, profile: undefined, session: undefined, error })
    this.#forgetPages()
  }

  /** What the pages of this window hold of the person who was here. */
  #forgetPages(): void {
    this.#keeper.clearPages()
    this.#signOuts.call()
  }

  /** Nothing where somebody else is here by now: it would sign them out. */
  #judge(error: unknown, era: number, otherwise?: string): void {
    if (era !== this.#era) return
    const trouble = troubleOf(error)
    if (trouble === 'passing') {
      this.#set({ error: textOfError(error, otherwise) })
      return
    }
    const isBan = codeOf(error) === 'banned'
    const code = trouble === 'rejected' ? 'auth-state-invalid' : 'auth-system-failed'
    this.#clear(AUTH_ERRORS[isBan ? 'account-banned' : code])
    void this.#port.signOut().catch(() => {}) // the cookie goes too, where that is still possible
  }

  #set(changes: Partial<AuthState>): void {
    this.#state = { ...this.#state, ...changes }
    this.#changes.call()
  }
}
