// A rule that only tests use decides nothing: its tests pass while the product decides elsewhere. Fails on every export of the rulebook
// that the product does not use; `check-rulebook-use.test.ts` proves that it can fail.
import { fileURLToPath } from 'node:url'
import { unusedRules } from './rulebook-use/unused-rules.ts'

/** Required by the documents, but shown nowhere: names of plans with empty configs (document 1 §1; PROD-23, P-19). */
const SHOWN_NOWHERE = ['PRICING_PLANS']

const unused = unusedRules(fileURLToPath(new URL('..', import.meta.url)), SHOWN_NOWHERE)
for (const line of unused) console.error(line)
if (unused.length > 0) {
  console.error('Rules that no product code uses: wire them so that they decide, or delete them with their tests.')
  process.exit(1)
}
console.log('Every rule of the rulebook decides in the product.')
