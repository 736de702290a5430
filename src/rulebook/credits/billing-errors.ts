// Errors of the billing page (document 2 §8): apart from its words, so that the register of all errors does not bring the packs along.

export const BILLING_ERRORS = {
  'billing-load-failed': '加载账单数据失败，请重试',
} as const
