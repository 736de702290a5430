// Emails by mail, in Chinese (document 1 §2, §7; P-08; wording ours). `{…}` is filled by `email`.
import { fillText, type TextData } from '../fill-text.ts'
import { PAYMENT_RETENTION_YEARS } from '../site/retention.ts'
import { CODE_VALIDITY_MS } from './verification-code.ts'

/** Ours: how long the link of an email is good, and says that it is. */
export const EMAIL_LINK_HOURS = 1
export const EMAIL_LINK_MS = EMAIL_LINK_HOURS * 3_600_000
const GOOD_FOR = `链接 ${EMAIL_LINK_HOURS} 小时内有效`

const CODE_MINUTES = CODE_VALIDITY_MS / 60_000
const IGNORE = '如果这不是您本人的操作，请忽略本邮件。'

const EMAILS = {
  verifyEmail: {
    subject: '{product}：请验证您的邮箱',
    text: `您好！\n\n请点击下面的链接完成邮箱验证：\n{link}\n\n${GOOD_FOR}，过期后请登录并重新发送验证邮件。\n\n${IGNORE}`,
  },
  code: {
    subject: '{product}：验证码 {code}',
    text: `您好！\n\n您的验证码是 {code}，${CODE_MINUTES} 分钟内有效。请勿把验证码告诉他人。\n\n${IGNORE}`,
  },
  resetPassword: {
    subject: '{product}：重置密码',
    text: `您好！\n\n请点击下面的链接设置新密码：\n{link}\n\n${GOOD_FOR}，且只能使用一次。\n\n${IGNORE}`,
  },
  changeEmail: {
    subject: '{product}：确认新的邮箱地址',
    text: `您好！\n\n请点击下面的链接确认将账户邮箱改为 {email}：\n{link}\n\n${GOOD_FOR}。\n\n${IGNORE}`,
  },
  changeEmailConsent: {
    subject: '{product}：请确认更换邮箱',
    text: `您好！\n\n有人申请将您账户的邮箱改为 {email}。如果是您本人操作，请点击下面的链接确认，随后新邮箱会收到验证邮件：\n{link}\n\n${GOOD_FOR}。\n\n如果不是您本人，请不要点击，并尽快修改密码。`,
  },
  passwordChanged: {
    subject: '{product}：密码已修改',
    text: `您好！\n\n您账户的密码已修改，所有设备都需要重新登录。\n\n如果不是您本人操作，请尽快重置密码：\n{link}`,
  },
  phoneChanged: {
    subject: '{product}：手机号有变动',
    text: `您好！\n\n您账户绑定的手机号刚刚有变动。您可以在个人资料中查看：\n{link}\n\n如果不是您本人操作，请尽快修改密码。`,
  },
  loginMethodsChanged: {
    subject: '{product}：登录方式有变动',
    text: `您好！\n\n您账户的登录方式刚刚有变动。您可以在个人资料中查看：\n{link}\n\n如果不是您本人操作，请尽快修改密码。`,
  },
  earlierWaysRemoved: {
    subject: '{product}：原有登录方式已移除',
    text: `您好！\n\n您的账户刚刚用邮箱验证码登录。为了安全，原有的密码和其他登录方式已移除，其他设备已退出登录。图片和积分不受影响。\n\n请在个人资料中设置新密码：\n{link}\n\n如果不是您本人操作，请尽快修改这个邮箱的密码。`,
  },
  twoFactorOn: {
    subject: '{product}：两步验证已开启',
    text: `您好！\n\n您的账户已开启两步验证，以后用密码或验证码登录时，还需要验证器应用中的验证码；用通行密钥或第三方账户登录时不需要。您可以在个人资料中查看：\n{link}\n\n如果不是您本人操作，请尽快修改密码。`,
  },
  twoFactorOff: {
    subject: '{product}：两步验证已关闭',
    text: `您好！\n\n您账户的两步验证已关闭，以后登录不再需要验证器应用中的验证码。您可以在个人资料中重新开启：\n{link}\n\n如果不是您本人操作，请尽快修改密码。`,
  },
  otherAccountMerged: {
    subject: '{product}：另一个账户已合并进来',
    text: `您好！\n\n账户 {email} 已合并到您的账户，其中的图片、处理记录和账单都已转入，{moved}。您可以在个人资料中查看：\n{link}\n\n如果不是您本人操作，请尽快修改密码。`,
  },
  accountMerged: {
    subject: '{product}：账户已合并',
    text: `您好！\n\n您的账户已合并到 {email}，其中的图片、处理记录和账单都已转入该账户，{moved}。以后请用该账户登录（{ended}不再用于登录）：\n{link}`,
  },
  accountExists: {
    subject: '{product}：您已有账户',
    text: `您好！\n\n有人用这个邮箱注册，但该账户已存在。您可以直接登录：\n{link}\n\n${IGNORE}`,
  },
  runDone: {
    subject: '{product}：图片处理完成',
    text: '您好！\n\n图片“{name}”已用“{tool}”处理完成。您可以在历史记录中查看和下载：\n{link}\n\n如果不想再收到这类邮件，请在个人资料的偏好设置中关闭。',
  },
  runFailed: {
    subject: '{product}：图片处理未成功',
    text: '您好！\n\n图片“{name}”的“{tool}”处理未成功，本次没有消耗积分。您可以在历史记录中查看原因并重试：\n{link}\n\n如果不想再收到这类邮件，请在个人资料的偏好设置中关闭。',
  },
  newDevice: {
    subject: '{product}：新设备登录提醒',
    text: `您好！\n\n您的账户刚刚在一台新设备上登录。\n设备：{device}\n时间：{time}\n网络：{place}\n\n如果是您本人，可以忽略本邮件。如果不是，请尽快修改密码，并退出其他设备：\n{link}`,
  },
  deletionAsked: {
    subject: '{product}：账户将于 {time} 删除',
    text: `您好！\n\n我们收到了删除您账户的申请，所有设备已退出登录，进行中的处理已尽量停止。\n账户以及其中的图片、处理记录和积分将于 {time} 永久删除。\n\n如果改变主意，在此之前重新登录即可撤销：\n{link}\n\n如果不是您本人操作，请登录并尽快修改密码。`,
  },
  deletionUndone: {
    subject: '{product}：已撤销删除账户',
    text: `您好！\n\n您已重新登录，账户不再删除，其中的图片、处理记录和积分都会保留。\n\n如果不是您本人操作，请尽快修改密码：\n{link}`,
  },
  accountDeleted: {
    subject: '{product}：账户已删除',
    text: `您好！\n\n您的账户以及其中的图片、处理记录和积分已按您的要求删除，无法恢复。付款记录依法保留 ${PAYMENT_RETENTION_YEARS} 年。\n\n如需再次使用，可以重新注册：\n{link}`,
  },
} as const
/** What a merge did with the credits (C-53; decisions 0014, 0227): those that came, and of sign-ups and campaigns those that did not. */
export interface MergedCredits {
  readonly moved: number
  readonly freeLeft: number
  readonly campaignLeft: number
}
export const mergedCreditsText = ({ moved, freeLeft, campaignLeft }: MergedCredits): string =>
  [
    fillText(MERGED_CREDITS.moved, { moved }),
    freeLeft > 0 && fillText(MERGED_CREDITS.freeLeft, { freeLeft }),
    campaignLeft > 0 && fillText(MERGED_CREDITS.campaignLeft, { campaignLeft }),
  ]
    .filter(Boolean)
    .join('，')
const MERGED_CREDITS = {
  moved: '转入 {moved} 个积分',
  freeLeft: '另有 {freeLeft} 个注册赠送的积分超过上限，没有转入',
  campaignLeft: '另有 {campaignLeft} 个活动积分因主账户已参加过同一活动，没有转入',
} as const

/** What signed in before a merge and does not after it: the primary account keeps its own password and number (decision 0014). */
export interface EndedMethods {
  readonly losesPassword: boolean
  readonly losesPhone: boolean
}
/** The address always: a code that is mailed to it signs in, too. */
export function endedMethodsText({ losesPassword, losesPhone }: EndedMethods): string {
  if (losesPassword && losesPhone) return '本邮箱、原来的密码和手机号'
  return `本邮箱${losesPassword ? '和原来的密码' : ''}${losesPhone ? '和手机号' : ''}`
}

/** On the button of an email's HTML form. */
export const EMAIL_LINK_TEXT = '打开链接'
export type EmailKind = keyof typeof EMAILS

export interface EmailMessage {
  readonly subject: string
  readonly text: string
}

/** An email with its values: `product` always, `link`, `code` or `email` as the kind needs. */
export const emailText = (kind: EmailKind, data: TextData): EmailMessage => ({
  subject: fillText(EMAILS[kind].subject, data),
  text: fillText(EMAILS[kind].text, data),
})
