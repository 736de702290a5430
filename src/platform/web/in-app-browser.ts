// Which app's built-in browser shows the page. Those of the chat apps ignore downloads and offer no camera roll of their own: what
// works everywhere in them is a plain picture that is pressed long.

export const IN_APP_BROWSERS = {
  wechat: /MicroMessenger/i,
  // The QQ app itself; QQ's separate browser (MQQBrowser alone) downloads like any other.
  qq: /\bQQ\/\d/i,
  weibo: /Weibo/i,
  dingtalk: /DingTalk/i,
  alipay: /AlipayClient/i,
} as const
export type InAppBrowser = keyof typeof IN_APP_BROWSERS

/** Undefined in a browser of its own. */
export function inAppBrowser(userAgent: string = navigator.userAgent): InAppBrowser | undefined {
  const names = Object.keys(IN_APP_BROWSERS) as InAppBrowser[]
  return names.find((name) => IN_APP_BROWSERS[name].test(userAgent))
}
