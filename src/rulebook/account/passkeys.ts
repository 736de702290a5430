// Passkeys (ours, the documents name none; decision 0047): signing in with the device's own lock instead of a password.

/** More than anybody has devices; a stolen session cannot fill the table. */
export const PASSKEYS_AT_MOST = 10

export const PASSKEY_ERRORS = {
  'passkey-failed': '通行密钥验证未成功，请重试',
  'passkey-unknown': '这个通行密钥已被移除或不属于本站，请用其他方式登录',
  'passkey-cancelled': '已取消，或等待时间过长',
  'passkey-unsupported': '当前浏览器或访问地址不支持通行密钥',
  'passkey-known': '这台设备已添加过通行密钥',
  'passkeys-full': `最多可添加 ${PASSKEYS_AT_MOST} 个通行密钥，请先移除不用的`,
} as const
