// `npx node bench/payments.ts`: a thousand webhooks of each payment provider in a random order, three in ten twice and one in twenty forged, 16 at a time; ends
// with code 1 where an order or a balance is wrong. Embedded database, or TEST_DATABASE_URL. `STORM_SEED` makes another order of them.
import { runStorms } from '#app/server/testing/webhook-storm.ts'

const NOTICES = 1000
const storms = await runStorms(NOTICES, Number(process.env.STORM_SEED ?? 1))
for (const { provider, sent, orders, paid, unpaid, forgeries, refusedForgeries, peopleWrong, seconds } of storms)
  console.log(
    `${provider}: ${sent} webhooks in ${seconds.toFixed(1)} s; ${paid} of ${orders} orders paid, ${unpaid} heard of forgers only; ` +
      `${refusedForgeries} of ${forgeries} forgeries refused; ${peopleWrong} people with a wrong balance or order`,
  )
const isRight = storms.every(
  ({ orders, paid, unpaid, forgeries, refusedForgeries, peopleWrong }) =>
    paid === orders - unpaid && refusedForgeries === forgeries && peopleWrong === 0,
)
console.log(isRight ? 'Every order is right.' : 'WRONG')
process.exit(isRight ? 0 : 1)
