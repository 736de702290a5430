// What other parts of the service may ask of the credits; hold, capture and release belong to the job's own transactions.
import type { Database } from '#platform/server/database/database.ts'
import { grantSignUpCredits } from './grant-sign-up-credits.ts'
import { type Balance, readBalance } from './read-balance.ts'

export interface Credits {
  /** Fits the account feature's `onSignUp`. */
  grantSignUpCredits(userId: string): Promise<void>
  readBalance(userId: string): Promise<Balance | undefined>
}

export function createCredits({ database }: { readonly database: Database }): Credits {
  return {
    grantSignUpCredits: async (userId) => {
      await grantSignUpCredits(database.orm, userId)
    },
    readBalance: (userId) => readBalance(database.orm, userId),
  }
}
