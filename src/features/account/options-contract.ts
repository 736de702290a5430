// Which ways to sign in and to be written to this service has (C-24, C-33; decision 0115).
import { z } from 'zod'

export const accountOptions = z.object({
  google: z.boolean(),
  github: z.boolean(),
  /** WeChat by a code to scan, and in the browser inside WeChat. */
  wechat: z.boolean(),
  wechatInside: z.boolean(),
  mail: z.boolean(),
  sms: z.boolean(),
})
