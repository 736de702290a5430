// Common behaviour of both vendors' emulators and adapters: how often one number gets a code, a gate under load, and what they
// think of a clock that is off.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SmsEmulator } from '#emulators/sms/serve-vendor.ts'
import { systemClock } from '../../clock.ts'
import { emulatedSender } from './emulated-sender.ts'

export interface VendorManners {
  /** From one code to the next of the same number; beyond this it is sent. */
  readonly pauseSeconds: number
  readonly clockOffMinutes: number
  /** The vendor's words. */
  readonly codes: { readonly sent: string; readonly busy: string; readonly clockOff: string }
}

export function describeVendor(name: string, open: () => Promise<SmsEmulator>, manners: VendorManners): void {
  const { pauseSeconds, clockOffMinutes, codes } = manners
  describe(`${name}, as it treats everybody`, () => {
    let vendor: SmsEmulator
    beforeAll(async () => {
      vendor = await open()
    })
    beforeEach(() => void vendor.answers.splice(0))
    afterAll(() => vendor.close())
    const send = (phone: string, clock = systemClock) =>
      emulatedSender(vendor.settings, clock).sendCode({ phone, region: '+86', code: '042917', validMinutes: 10 })

    it.each([-1, 1])('refuses a clock that is off, to either side: %i', async (side) => {
      const clock = { now: () => new Date(Date.now() + side * clockOffMinutes * 60_000) }
      await expect(send('13800000003', clock)).rejects.toMatchObject({ code: codes.clockOff })
    })

    it('asks once more at a gate under load, and no third time', async () => {
      vendor.faults.push('busy')
      await send('13800000005')
      expect(vendor.answers).toEqual([codes.busy, codes.sent])
      vendor.faults.push('busy', 'busy')
      await expect(send('13800000006')).rejects.toMatchObject({ failure: 'busy' })
    })

    it('limits one number by a pause, an hour and a day', async () => {
      const outcomes: unknown[] = []
      const attempt = () =>
        send('13800000004', { now: () => new Date(vendor.clock.now() * 1000) }).then(
          () => outcomes.push('sent'),
          ({ failure }: { failure: string }) => outcomes.push(failure),
        )
      const attemptAfter = async (times: number, seconds: number) => {
        for (let n = 0; n < times; n += 1) {
          vendor.clock.advance(seconds)
          await attempt()
        }
      }
      await attempt()
      await attempt()
      await attemptAfter(5, pauseSeconds)
      expect(outcomes).toEqual(['sent', 'too-often', 'sent', 'sent', 'sent', 'sent', 'too-often'])
      await attemptAfter(6, 3601)
      expect(outcomes.slice(7)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'daily-limit'])
    })
  })
}
