// Who we are until the operator configures it (document 1 §1; document 2 §9; P-22): name, contact, language, limits of promises.

export const DEFAULT_PRODUCT_NAME = '焕影'
/** Also the title at the payment providers: WeChat Pay takes 127 bytes, Alipay none of these signs. */
export const PRODUCT_NAME_PATTERN = /^[^/=&\p{Cc}]{1,30}$/u
export const LANGUAGE = 'zh-CN'
/** One configured zone for "today", month and log dates, on the server and on screens (U-19). */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai'
/** FAQ: support replies within. */
export const SUPPORT_REPLY_HOURS = 24

export const APP_TEXTS = {
  initFailed: '页面没有正常启动', // document 1 §8, U-03
  aiServiceMissing: 'AI服务未注入，请检查App.vue中的依赖注入配置', // document 2 §8
  loading: '加载中…',
  copyright: '© {year} {product}',
} as const
