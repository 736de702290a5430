// What a merge of two accounts asks of the features whose rows belong to an account (document 1 §4; C-53).
import type { Database, Transaction } from '#platform/server/database/database.ts'

export interface MergePair {
  readonly primaryId: string
  readonly mergedId: string
}
/** What another feature keeps of an account. */
export interface OwnedPart {
  readonly name: string
  /** What a merge of this account into the primary one would move. */
  count(database: Database, mergedId: string, primaryId: string): Promise<Readonly<Record<string, number>>>
  /** Moves it all within the merge's transaction and answers what it was, for the record of the merge. */
  move(tx: Transaction, pair: MergePair): Promise<Readonly<Record<string, number>>>
}
