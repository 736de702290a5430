// Why a start is refused, in the one order in which the server asks (document 2 §5, §6; architecture §5; C-20, C-43, C-48, U-14, U-24, U-29).
// A refused start makes no provider call and takes no credits.

import { UPLOAD_MISSING } from '../pictures/upload.ts'

/** Jobs of one user that may wait or run at the same time; "a small number" is ours (U-29). */
export const MAX_ACTIVE_JOBS_PER_USER = 3

export const START_GUARD_ORDER = [
  'login-required',
  'maintenance',
  'emergency-stop',
  'banned',
  'suspended',
  'rate-limited',
  'unknown-model',
  'parameter-unsupported',
  'parameter-invalid',
  'upload-missing',
  'upload-expired',
  'output-too-large',
  'engine-instead',
  'price-changed',
  'too-many-jobs',
  'daily-limit',
  'insufficient-credits',
  'consent-needed',
] as const
export type StartGuard = (typeof START_GUARD_ORDER)[number]

/** A quote needs a picture and a run that exists … */
export const QUOTE_GUARDS = [
  'unknown-model',
  'parameter-unsupported',
  'parameter-invalid',
  'upload-missing',
  'upload-expired',
] as const satisfies readonly StartGuard[]
/** … and returns these instead of a refusal. */
export const QUOTED_GUARDS = ['output-too-large', 'engine-instead'] as const satisfies readonly StartGuard[]

export const START_GUARD_ERRORS = {
  'login-required': '请先登录以使用AI功能', // document 2 §5
  'insufficient-credits': '积分不足，需要 {needed} 个积分，剩余 {remaining} 个', // document 2 §5
  maintenance: '系统维护中，请稍后再来', // C-48
  'emergency-stop': 'AI 处理已暂停，请稍后再试。本次没有消耗积分。', // C-48
  banned: '账户已被封禁，无法使用 AI 功能。如有疑问请联系客服。', // document 1 §6, U-14
  suspended: '账户已被暂停，暂时不能开始处理或购买；仍可查看和下载已有内容。如有疑问请联系客服。', // U-14
  'rate-limited': '操作过于频繁（每分钟最多 {limit} 次），请稍后再试', // U-24
  'daily-limit': '已达到每日积分使用上限（{limit} 个积分），请明天再试', // U-24
  'too-many-jobs': '最多同时处理 {limit} 张图片，请等其中一张完成后再开始', // U-29
  'unknown-model': '没有找到这个工具，请返回工具列表重新选择', // C-20
  'parameter-invalid': '设置有误：{reason}',
  'parameter-unsupported': '无法按此设置处理：{reason}',
  'price-changed': '价格已更新为 {credits} 个积分，请确认后重新开始', // C-07
  'upload-missing': UPLOAD_MISSING,
  'upload-expired': '图片已过期，请重新上传', // C-14
  'output-too-large': '结果约 {wanted} 万像素，超过上限（{limit} 万像素）。{advice}。', // decision 0066
  'engine-instead': '{name} 暂时无法使用。可在工具页改由本站处理，效果会有不同，本次只需 {credits} 个积分。', // decision 0067
  'consent-needed':
    '这项处理由 {name}（{country}）完成，需要您先同意发送图片。请在“个人资料”中同意后再开始。本次没有消耗积分。', // decision 0064
} as const satisfies Record<StartGuard, string>

export const JOB_ERRORS = {
  'job-not-found': '没有找到这次处理，可能已被删除',
  'result-expired': '文件已过期', // C-14
} as const
