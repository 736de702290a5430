// The sender that the settings name.
import type { Clock } from '../clock.ts'
import { createAliyunSender } from './aliyun/aliyun-sender.ts'
import { createGatewaySender } from './gateway-sender.ts'
import { SMS_TIMEOUT_MS } from './post-message.ts'
import type { SmsSender } from './sms-sender.ts'
import type { SmsSettings } from './sms-settings.ts'
import { createTencentSender } from './tencent/tencent-sender.ts'

export function createSmsSender(settings: SmsSettings, clock: Clock, timeoutMs = SMS_TIMEOUT_MS): SmsSender {
  switch (settings.provider) {
    case 'gateway':
      return createGatewaySender(settings, clock, timeoutMs)
    case 'aliyun':
      return createAliyunSender(settings, clock, timeoutMs)
    case 'tencent':
      return createTencentSender(settings, clock, timeoutMs)
  }
}
