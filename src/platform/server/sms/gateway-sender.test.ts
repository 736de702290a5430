// The HTTP gateway adapter against a gateway that checks signatures.
import { expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createGatewaySender } from './gateway-sender.ts'
import { describeSms } from './sms.conformance.ts'
import { SmsFailedError } from './sms-sender.ts'
import { startFakeGateway } from './testing/fake-gateway.ts'

const IMPATIENCE_MS = 1000
const message = { phone: '13800000000', region: '+86', code: '042917', validMinutes: 10 }

describeSms('HTTP gateway', async () => {
  const gateway = await startFakeGateway()
  return {
    sender: {
      sendCode: (sent) =>
        createGatewaySender(gateway, systemClock, gateway.behaviour === 'hang' ? IMPATIENCE_MS : undefined).sendCode(
          sent,
        ),
    },
    delivered: () => gateway.messages.map(({ to, params }) => ({ to, code: params.code })),
    requests: () => gateway.bodies.length,
    behave: (behaviour) => {
      gateway.behaviour = behaviour
    },
    close: gateway.close,
  }
})

it('signs what it sends and keeps the secret at home', async () => {
  const gateway = await startFakeGateway()
  await createGatewaySender(gateway, systemClock).sendCode(message)
  expect(gateway.rejected).toEqual([])
  expect(gateway.bodies.join()).not.toContain(gateway.secret)
  expect(gateway.messages).toEqual([
    { to: '+8613800000000', template: 'SMS_CODE', params: { code: '042917', minutes: '10' } },
  ])
  const stranger = createGatewaySender({ ...gateway, secret: 'another secret' }, systemClock)
  await expect(stranger.sendCode(message)).rejects.toMatchObject({ failure: 'refused', status: 401 })
  await gateway.close()
})

it('knows a refusal that comes with status 200, and a gateway that is gone', async () => {
  const gateway = await startFakeGateway()
  gateway.behaviour = 'refuse-with-200'
  const sender = createGatewaySender(gateway, systemClock)
  await expect(sender.sendCode(message)).rejects.toBeInstanceOf(SmsFailedError)
  await gateway.close()
  await expect(sender.sendCode(message)).rejects.toMatchObject({ failure: 'unreachable' })
})
