// A process for merge-kill.test.ts: merges two accounts and stops after the last part has moved, before the transaction ends. The test
// kills it there.
import { mergeAccounts } from '#features/account/server/merge/merge-accounts.ts'
import { newMergeProof } from '#features/account/server/merge/merge-proof.ts'
import { ownedCredits } from '#features/billing/server/ledger/merge-credits.ts'
import { ownedBills } from '#features/billing/server/merge-bills.ts'
import { ownedPictures } from '#features/processing/server/merge-pictures.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'

const { DATABASE_URL, DATABASE_FOLDER = '', PRIMARY_ID = '', MERGED_ID = '' } = process.env
const database = await openDatabase(DATABASE_URL ? { url: DATABASE_URL } : { folder: DATABASE_FOLDER })
const hangs = {
  name: 'hangs',
  count: async () => ({}),
  move: () => {
    process.stderr.write('in the middle\n')
    return new Promise<never>(() => {})
  },
}
// Somebody must keep the process alive: a promise that never ends does not.
setInterval(() => {}, 1000)
const owned = [ownedCredits, ownedPictures, ownedBills, hangs]
await mergeAccounts(database, owned, MERGED_ID, await newMergeProof(database.orm, PRIMARY_ID, new Date()))
