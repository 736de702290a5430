// Keys and credits of the emulated account (Topaz contract §1, §6.3, §7, §12 "Auth" and "Credits").

/** What the vendor makes of a key; `revoked` and an unknown one are the same to a caller. */
export type KeyState = 'good' | 'revoked' | 'forbidden' | 'no-plan' | 'empty'

export interface Refusal {
  readonly status: number
  readonly message: string
}

export interface VendorAccount {
  setKey(key: string, state: KeyState): void
  /** Undefined when the key may do everything but spend. */
  refusalOf(key: string | undefined): Refusal | undefined
  available(key: string | undefined): number
  reserve(credits: number): void
  /** At Completed. */
  consume(credits: number): void
  /** At Failed and Cancelled. */
  giveBack(credits: number): void
  topUp(credits: number): void
  /** §6.3: three integers; available = total − reserved. */
  balance(key: string | undefined): { available_credits: number; reserved_credits: number; total_credits: number }
}

const REFUSALS: Readonly<Partial<Record<KeyState, Refusal>>> = {
  revoked: { status: 401, message: 'Unauthorized' },
  forbidden: { status: 403, message: 'Forbidden' },
  'no-plan': { status: 412, message: 'Precondition Failed' },
}

export function createVendorAccount(keys: Readonly<Record<string, KeyState>>, credits: number): VendorAccount {
  const states = new Map(Object.entries(keys))
  let total = credits
  let reserved = 0
  const stateOf = (key: string | undefined): KeyState => (key && states.get(key)) || 'revoked'
  const available = (key: string | undefined) => (stateOf(key) === 'empty' ? 0 : total - reserved)
  return {
    setKey: (key, state) => void states.set(key, state),
    refusalOf: (key) => REFUSALS[stateOf(key)],
    available,
    reserve: (amount) => {
      reserved += amount
    },
    consume: (amount) => {
      reserved -= amount
      total -= amount
    },
    giveBack: (amount) => {
      reserved -= amount
    },
    topUp: (amount) => {
      total += amount
    },
    balance: (key) => ({ available_credits: available(key), reserved_credits: reserved, total_credits: total }),
  }
}
