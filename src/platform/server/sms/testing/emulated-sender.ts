// Senders on the vendors' emulators, opened by the settings that an operator would write.
import { type Fault, lastCodeTo } from '#emulators/sms/outbox.ts'
import type { SmsEmulator } from '#emulators/sms/serve-vendor.ts'
import { type Clock, systemClock } from '../../clock.ts'
import { readSettings } from '../../settings.ts'
import { createSmsSender } from '../create-sms-sender.ts'
import type { SmsUnderTest } from '../sms.conformance.ts'
import type { SmsSender } from '../sms-sender.ts'

/** Only where the vendor keeps silent: a loaded machine needs more for a good answer. */
const IMPATIENCE_MS = 1000

export function emulatedSender(
  env: Readonly<Record<string, string>>,
  clock: Clock = systemClock,
  timeoutMs?: number,
): SmsSender {
  const { sms } = readSettings({ ...env, SECRET: 'a secret of tests that is long enough' })
  if (!sms) throw new Error('the emulator named no account')
  return createSmsSender(sms, clock, timeoutMs)
}

/** One number gets as many codes as the suite sends; `refusal` is a code of this vendor. */
export function underTest(vendor: SmsEmulator, refusal: string): SmsUnderTest {
  vendor.isUnlimited = true
  const faults: Readonly<Record<string, Fault>> = { refuse: refusal, hang: 'no-answer' }
  const patient = emulatedSender(vendor.settings)
  const impatient = emulatedSender(vendor.settings, systemClock, IMPATIENCE_MS)
  return {
    sender: {
      sendCode: (message) => (vendor.faults[0] === 'no-answer' ? impatient : patient).sendCode(message),
    },
    delivered: () => vendor.delivered.map(({ to }) => ({ to, code: lastCodeTo(vendor, to) })),
    requests: () => vendor.requests,
    behave: (behaviour) => {
      vendor.faults.length = 0
      if (behaviour !== 'accept') vendor.faults.push(faults[behaviour] ?? behaviour)
    },
    close: vendor.close,
  }
}
