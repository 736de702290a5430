// Words of the profile area and of the back office's first page that no document quotes (document 1 §2 "/profile area"; document 2 §2).

export const PROFILE_AREA_TEXTS = {
  navigation: '个人中心',
} as const

export const BILLING_AREA_TEXTS = {
  available: '剩余积分',
  used: '已使用积分',
  monthlyRuns: '本月处理次数',
  totalRuns: '累计处理次数',
  level: '账户等级',
} as const
