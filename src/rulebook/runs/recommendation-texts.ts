// Words around the recommended tools on the tool page and in the catalogue; the reasons stand with their rule.

export const RECOMMENDATION_TEXTS = {
  label: '处理建议',
  better: '更适合这张照片的工具',
  fits: '当前工具适合这张照片',
  fitsAnd: '当前工具适合，还可以试试',
  clean: '这张照片状态不错，不一定需要处理',
  cleanSmall: '这张照片状态不错，需要时可以放大',
  measuring: '正在查看这张照片…',
  more: '另有 {n} 个',
  fewer: '收起',
  askTitle: '不知道选哪个？',
  ask: '上传一张照片，我们帮您挑选合适的工具。查看建议不消耗积分。',
  forPicture: '适合这张照片的工具',
  free: '查看建议不消耗积分，开始处理时才消耗。',
  signIn: '登录后继续',
  signInNote: '照片已保留，登录后即可看到适合它的工具。查看建议不消耗积分。',
  signInForAll: '照片已保留，登录后即可用这些工具处理整张照片。',
} as const
