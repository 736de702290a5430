// A person's own wishes on `/profile/info`: how the pages look, what results keep, when an email comes.

export const PREFERENCE_TEXTS = {
  title: '偏好设置',
  loading: '正在加载偏好设置',
  failed: '偏好设置加载失败',
  saved: '设置已保存',
  keepsPosition: '保留拍摄地点',
  keepsPositionHint:
    '处理结果默认移除照片里的 GPS 位置；打开后，新的处理结果会保留地点。拍摄时间、相机型号和打印分辨率（DPI）始终保留。',
  mailsWhenDone: '处理完成邮件通知',
  mailsWhenDoneHint: '处理超过 1 分钟的，结束后给您已验证的邮箱发邮件。',
} as const
