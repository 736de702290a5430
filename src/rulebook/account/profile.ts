// /profile/info: outcome texts (document 1 §2, §8; U-04).

export const PROFILE_ERRORS = {
  'profile-update-failed': '更新失败，请重试',
} as const

export const PROFILE_TEXTS = {
  usernameSaved: '用户名更新成功',
  avatarSaved: '头像更新成功',
  passwordChanged: '密码修改成功，请重新登录',
} as const
