// Words around the recommended tools on the tool page and in the catalogue; the reasons stand with their rule.
import { ALTERNATE_MAX_BYTES, sizeText } from '../pictures/upload.ts'

export const RECOMMENDATION_TEXTS = {
  label: '处理建议',
  better: '更适合这张照片的工具',
  fits: '当前工具适合这张照片',
  fitsAnd: '当前工具适合，还可以试试',
  /** What was looked for, by name: cracks in a print with colours are not. */
  clean: '没有明显的噪点、模糊或偏暗，不一定需要处理',
  cleanSmall: '没有明显的噪点、模糊或偏暗，需要时可以放大',
  /** Something was found, and no tool that was tried would change it to speak of. */
  slight: '问题不大，不一定需要处理',
  tooLarge: `（此工具的图片最大 ${sizeText(ALTERNATE_MAX_BYTES)}）`,
  measuring: '正在分析这张照片…',
  more: '另有 {n} 个',
  fewer: '收起',
  askTitle: '不知道选哪个？',
  ask: '上传一张照片，我们帮您挑选合适的工具。查看建议不消耗积分。',
  forPicture: '适合这张照片的工具',
  free: '查看建议不消耗积分，开始处理时才消耗。',
  signIn: '登录后继续',
  signInNote: '照片已保留，登录后即可看到适合它的工具。查看建议不消耗积分。',
  signInForAll: '照片已保留，登录后即可用这些工具处理整张照片。',
  /** Where none is recommended. */
  signInForAny: '照片已保留，登录后即可选用任一工具。',
} as const
