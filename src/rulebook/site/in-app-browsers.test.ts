import { expect, it } from 'vitest'
import { inAppBrowserOf } from './in-app-browsers.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0'
const ANDROID = `Mozilla/5.0 (Linux; Android 14; V2309A) ${CHROME}`
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`

it.each([
  [`${ANDROID} XWEB/1160065 MMWEBSDK/20231202 Mobile Safari/537.36 MicroMessenger/8.0.47.2560(0x28002F30)`, '微信'],
  [`${IPHONE} MicroMessenger/8.0.48(0x18003030) NetType/WIFI Language/zh_CN`, '微信'],
  [`Mozilla/5.0 (Phone; OpenHarmony 5.0) ${CHROME} ArkWeb/4.1 Mobile MicroMessenger/8.0.6`, '微信'],
  [`${IPHONE} wxwork/4.1.20 MicroMessenger/7.0.1 Language/zh`, '企业微信'],
  [`${ANDROID} MQQBrowser/6.2 TBS/046805 Mobile Safari/537.36 V1_AND_SQ_9.0.25_5994 QQ/9.0.25.15725`, 'QQ'],
  [`${IPHONE} QQ/9.0.30.604 V1_IPH_SQ_9.0.30_1_APP_A Pixel/1170`, 'QQ'],
  [`${ANDROID} Mobile Safari/537.36 Weibo (V2309A__weibo__14.3.0__android)`, '微博'],
  [`${IPHONE} Weibo (iPhone14,2__weibo__14.3.0__iphone__os17.4)`, '微博'],
  [`${ANDROID} Mobile Safari/537.36 AliApp(DingTalk/7.5.10) com.alibaba.android.rimet/34187219`, '钉钉'],
  [`${ANDROID} Mobile Safari/537.36 NebulaSDK/1.8 AliApp(AP/10.5.70) AlipayClient/10.5.70.8000`, '支付宝'],
  [`${IPHONE} ChannelId(33) AliApp(AP/10.5.86) AlipayClient/10.5.86.6000 Language/zh-Hans`, '支付宝'],
  [`${ANDROID} Mobile Safari/537.36 Lark/7.9.6 LarkLocale/zh_CN ChannelName/Feishu`, '飞书'],
  [`${ANDROID} Mobile Safari/537.36 aweme_290400 JsSdk/1.0 NetType/WIFI BytedanceWebview/d8a21c6`, '抖音'],
  [`${IPHONE} aweme_29.4.0 Region/CN AppTheme/light NetType/WIFI JsSdk/2.0`, '抖音'],
  [`${IPHONE} xhsdiscover/8.21 iOS/17.4 Model/iPhone14,2 NetType/WiFi`, '小红书'],
  [`${ANDROID} Mobile Safari/537.36 xiaohongshu discover/8.21.0`, '小红书'],
  [`${ANDROID} Mobile Safari/537.36 T7/13.48 SP-engine/2.86.0 baiduboxapp/13.48.0.10 (Baidu; P1 14)`, '百度'],
])('%s is the browser inside an app that ignores downloads: %s', (userAgent, name) => {
  expect(inAppBrowserOf(userAgent)).toMatchObject({ name, downloads: false })
})

it.each([
  [`${ANDROID} Quark/6.9.0.470 Mobile Safari/537.36`, '夸克'],
  [`${ANDROID} UCBrowser/16.5.0.1309 Mobile Safari/537.36`, 'UC 浏览器'],
])('%s downloads: %s', (userAgent, name) => {
  expect(inAppBrowserOf(userAgent)).toMatchObject({ name, downloads: true })
})

it.each([
  `${ANDROID} Mobile Safari/537.36`,
  `${ANDROID} MQQBrowser/14.9 Mobile Safari/537.36`,
  `${ANDROID} HuaweiBrowser/15.0.4.312 Mobile Safari/537.36`,
  `${IPHONE.replace('Mobile/15E148', 'Version/17.4 Mobile/15E148 Safari/604.1')}`,
  `${WINDOWS} MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI WindowsWechat/WMPF XWEB/9129`,
  `${WINDOWS} DingTalk(7.0.40) dingtalk-win/1.0.0`,
  WINDOWS,
])('%s is no browser inside an app of a phone', (userAgent) => {
  expect(inAppBrowserOf(userAgent)).toBeUndefined()
})
