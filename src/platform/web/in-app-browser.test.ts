import { expect, it } from 'vitest'
import { inAppBrowser } from './in-app-browser.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0'

it.each([
  [`${ANDROID} XWEB/1160065 MMWEBSDK/20231202 Mobile Safari/537.36 MicroMessenger/8.0.47.2560(0x28002F30)`, 'wechat'],
  [`${ANDROID} MQQBrowser/6.2 TBS/046805 Mobile Safari/537.36 V1_AND_SQ_9.0.25_5994 QQ/9.0.25.15725`, 'qq'],
  [`${ANDROID} Mobile Safari/537.36 Weibo (V2309A__weibo__14.3.0__android)`, 'weibo'],
  [`${ANDROID} Mobile Safari/537.36 AliApp(DingTalk/7.5.10)`, 'dingtalk'],
  [`${ANDROID} Mobile Safari/537.36 NebulaSDK/1.8 AliApp(AP/10.5.70) AlipayClient/10.5.70.8000`, 'alipay'],
  [`${ANDROID} Mobile Safari/537.36`, undefined],
  [`${ANDROID} MQQBrowser/14.9 Mobile Safari/537.36`, undefined],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile Safari/604.1',
    undefined,
  ],
])('%s', (userAgent, expected) => {
  expect(inAppBrowser(userAgent)).toBe(expected)
})
