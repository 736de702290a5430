// The browsers inside Chinese apps, how they name themselves, and whether a download works in them. Where it does
// not, a result is a plain picture to press long, and the full file is had in a browser of its own.

export interface InAppBrowser {
  readonly key: string
  readonly name: string
  /** What its user-agent text holds. */
  readonly sign: RegExp
  /** UC and Quark are browsers of their own with a download manager. */
  readonly downloads: boolean
}

/** The first that fits: the app for companies names itself as WeChat too. */
export const IN_APP_BROWSERS = [
  { key: 'wecom', name: '企业微信', sign: /wxwork\//i, downloads: false },
  { key: 'wechat', name: '微信', sign: /MicroMessenger\//i, downloads: false },
  // QQ's separate browser (MQQBrowser alone) downloads like any other.
  { key: 'qq', name: 'QQ', sign: /\bQQ\/\d/, downloads: false },
  { key: 'weibo', name: '微博', sign: /\bWeibo\b|__weibo__/i, downloads: false },
  { key: 'dingtalk', name: '钉钉', sign: /\bDingTalk\b/i, downloads: false },
  { key: 'alipay', name: '支付宝', sign: /AlipayClient\//i, downloads: false },
  { key: 'feishu', name: '飞书', sign: /\b(?:Lark|Feishu)\//i, downloads: false },
  { key: 'douyin', name: '抖音', sign: /\baweme[_/]/i, downloads: false },
  { key: 'xiaohongshu', name: '小红书', sign: /xhsdiscover|xiaohongshu|\bXHS\b/i, downloads: false },
  { key: 'baidu', name: '百度', sign: /baiduboxapp\//i, downloads: false },
  { key: 'quark', name: '夸克', sign: /\bQuark\//i, downloads: true },
  { key: 'uc', name: 'UC 浏览器', sign: /\bUCBrowser\/|\bUBrowser\//i, downloads: true },
] as const satisfies readonly InAppBrowser[]

/** Their programs for computers save files like any browser. */
const PHONE_SIGN = /Android|iPhone|iPad|OpenHarmony|Mobile/

export const isPhone = (userAgent: string): boolean => PHONE_SIGN.test(userAgent)

/** Undefined in a browser of its own, and on a computer. */
export function inAppBrowserOf(userAgent: string): InAppBrowser | undefined {
  return isPhone(userAgent) ? IN_APP_BROWSERS.find(({ sign }) => sign.test(userAgent)) : undefined
}

export const IN_APP_TEXTS = {
  longPress: '长按保存图片',
  hint: '长按保存的是预览图，适合分享。需要完整尺寸的 PNG 时，请在浏览器中下载。',
  open: '下载完整尺寸',
  title: '请在浏览器中下载',
  why: '{app}内不能直接下载文件，图片已保存在您的历史记录里。',
  menu: '点击右上角 ⋯ 菜单',
  choose: '选择“在浏览器打开”',
  find: '登录后在“历史记录”中下载',
  orLink: '也可以复制下载链接，粘贴到浏览器地址栏。链接最多 1 小时有效，请勿转发。',
  copy: '复制下载链接',
  copied: '链接已复制，请到浏览器中粘贴打开',
  copyFailed: '未能自动复制，请长按下面的链接复制',
  link: '下载链接',
  close: '知道了',
  /** Where the file is had from the page that is open. */
  page: {
    why: '{app}内不能直接下载文件，请在浏览器中打开本页。',
    find: '登录后在本页再次下载',
    orLink: '也可以复制本页链接，粘贴到浏览器地址栏。',
    copy: '复制本页链接',
    link: '本页链接',
  },
} as const
