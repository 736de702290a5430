// What payment is made of.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail/mailer.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { PaymentProviderName } from '#rulebook/credits/orders.ts'
import type { PaymentProvider } from './payment-provider.ts'

export interface PaymentParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly mailer: Mailer
  readonly settings: Pick<Settings, 'publicOrigin' | 'payment' | 'productName' | 'timeZone' | 'secret' | 'wechat'>
  /** Those that are configured. */
  readonly providers: ReadonlyMap<PaymentProviderName, PaymentProvider>
}
