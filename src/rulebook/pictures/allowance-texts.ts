// Words about what a person may still upload and keep (ours; the limits are the operator's).
export const ALLOWANCE_TEXTS = {
  title: '存储空间',
  used: '原图已用 {used}，共 {limit} · 今天上传 {today} 次，最多 {daily} 次',
  nearlyFull: '空间快用完了，可以删除不需要的图片',
  dayNearlyOver: '今天的上传次数快用完了，明天会重新计算',
} as const
