// While packs cannot be bought: what replaces the purchase button, and the email once it is open (decision 0146). Wording ours.

export const WAITLIST_TEXTS = {
  soon: '即将开放',
  ask: '开放后通知我',
  free: '开放前不会产生任何费用，已有的积分照常使用。',
  byMail: '已登记，开放购买后会给您发一封邮件。',
  noMail: '已登记。您的账户暂时收不到邮件，开放后请来本页查看。',
  withdraw: '取消通知',
} as const

export const PURCHASE_OPEN_EMAIL = {
  subject: '{product}：积分包可以购买了',
  text: '您好！\n\n您登记过“开放后通知我”，现在积分包可以购买了：\n{link}\n\n这是一次性通知，之后不会再发。',
} as const

/** A mail server that refuses is asked again so often. */
export const PURCHASE_OPEN_TRIES = 3
