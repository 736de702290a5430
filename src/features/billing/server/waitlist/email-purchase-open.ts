// Once packs can be bought, everybody on the waitlist gets one email. A row is taken before its email is sent, so that two workers never write
// twice; where sending fails it waits for the next minute, a few times.
import { sql } from 'drizzle-orm'
import { emailHtml } from '#features/account/server/email/email-html.ts'
import { addressesOfAccounts } from '#features/account/server/profile/account.store.ts'
import { isPlaceholderAddress } from '#rulebook/account/placeholder-address.ts'
import { PURCHASE_OPEN_EMAIL, PURCHASE_OPEN_TRIES } from '#rulebook/credits/waitlist.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'

const EMAILS_AT_ONCE = 20

type EmailParts = Pick<PaymentParts, 'database' | 'mailer' | 'log' | 'settings' | 'clock' | 'providers'>

export async function emailPurchaseOpen(parts: EmailParts): Promise<void> {
  const { providers, mailer, database, clock } = parts
  if (providers.size === 0 || !mailer.delivers) return
  const taken = await database.orm.execute<{ userId: string }>(sql`
    update purchase_wishes set told_at = ${clock.now().toISOString()}::timestamptz, tries = tries + 1
     where user_id in (
       select user_id from purchase_wishes where told_at is null and tries < ${PURCHASE_OPEN_TRIES}
        order by created_at limit ${EMAILS_AT_ONCE} for update skip locked)
    returning user_id as "userId"`)
  const ids = taken.rows.map(({ userId }) => userId)
  for (const [userId, email] of await addressesOfAccounts(database.orm, ids))
    if (!isPlaceholderAddress(email)) await send(parts, userId, email)
}

async function send({ database, mailer, log, settings }: EmailParts, userId: string, email: string): Promise<void> {
  const product = settings.productName
  const link = settings.publicOrigin + PATHS.profileBilling
  const subject = fillText(PURCHASE_OPEN_EMAIL.subject, { product })
  const text = fillText(PURCHASE_OPEN_EMAIL.text, { link })
  try {
    await mailer.send({ to: email, subject, text, html: emailHtml({ product, subject, text, link }) })
  } catch (error) {
    log.warn({ userId, err: error }, 'email of the opening not sent')
    await database.orm.execute(sql`update purchase_wishes set told_at = null where user_id = ${userId}`)
  }
}
