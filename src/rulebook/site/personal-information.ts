// Which personal data the service keeps, why, how long, and who else touches it (U-16, U-37; C-14, C-15, C-36; document 1 §9). One row
// for everything that a table, the storage or the log holds of a person; a new kind of data gets its row here.

import { EMAIL_LINK_HOURS } from '../account/email-texts.ts'
import { SECURITY_EVENT_DAYS } from '../account/security-events.ts'
import { CODE_ASKED_HOURS, SMS_ANSWERS_KEPT_MS } from '../account/verification-code.ts'
import { TRIAL_RETENTION_HOURS } from '../pictures/storage-layout.ts'
import { DAY_MS } from './calendar.ts'
import {
  ACCOUNT_DELETION_DAYS,
  BROWSER_NUMBER_DAYS,
  DELETION_GRACE_DAYS,
  FILE_RETENTION_DAYS,
  HISTORY_RETENTION_YEARS,
  KNOWN_BROWSER_DAYS,
  LOG_RETENTION_DAYS,
  OPERATOR_LOG_RETENTION_DAYS,
  PAYMENT_RETENTION_YEARS,
  REGISTERED_BROWSER_DAYS,
} from './retention.ts'

export interface PersonalDatum {
  readonly what: string
  readonly why: string
  readonly howLong: string
  readonly who: string
}

const OURS = '仅本站服务器'
const COOKIES_SENT = '您的设备；访问本站时发送到本站服务器'
const UNTIL_DELETED = `账户存续期间；申请删除账户 ${DELETION_GRACE_DAYS} 天后移除，最迟 ${ACCOUNT_DELETION_DAYS} 天内`

export const PERSONAL_DATA: readonly PersonalDatum[] = [
  {
    what: '邮箱、用户名、头像',
    why: '登录、找回密码、显示您的账户名',
    howLong: UNTIL_DELETED,
    who: '发送邮件时经过邮件服务商；头像地址无需登录即可打开',
  },
  {
    what: '密码（不保存密码本身，只保存由它算出、无法还原的校验值）',
    why: '验证登录',
    howLong: UNTIL_DELETED,
    who: OURS,
  },
  {
    what: '通行密钥（只有公钥）、两步验证的密钥与恢复代码（加密保存）',
    why: '验证登录',
    howLong: '移除、关闭两步验证或删除账户为止',
    who: OURS,
  },
  {
    what: '第三方登录的账户编号与邮箱；微信登录为账户编号与昵称',
    why: '用 Google、GitHub 或微信登录时确认是您本人',
    howLong: '解绑或删除账户为止',
    who: '您选择的登录服务商',
  },
  {
    what: '绑定的手机号；验证码（只保存无法还原的校验值）及短信发送结果',
    why: '用手机号登录、确认是您本人',
    howLong: `手机号：解绑或删除账户为止；验证码与发送结果：最长 ${SMS_ANSWERS_KEPT_MS / DAY_MS} 天`,
    who: '发送短信时经过短信服务商',
  },
  {
    what: '登录状态：时间、IP 地址、浏览器名称',
    why: '保持登录、发现异常登录',
    howLong: '退出登录为止；30 天未使用即失效，最长 180 天',
    who: OURS,
  },
  {
    what: '安全记录：登录与账户安全变更的时间、浏览器名称、IP 地址的前半段、浏览器随机编号的校验值',
    why: '让您核对是否为本人操作，新设备登录时发邮件提醒',
    howLong: `${SECURITY_EVENT_DAYS} 天`,
    who: OURS,
  },
  { what: '同意服务条款和隐私政策的版本与时间', why: '留存您的同意记录', howLong: UNTIL_DELETED, who: OURS },
  {
    what: '上传的原图、缩略图与处理结果',
    why: '提供您要求的处理与下载',
    howLong: `${FILE_RETENTION_DAYS} 天，您也可以随时删除`,
    who: '交由外部服务商处理时，经您同意后图片会发送给该服务商；其余情况只在本站服务器处理',
  },
  {
    what: '同意交由外部服务商处理的记录：服务商、所在国家或地区、说明的版本、同意与撤回的时间',
    why: '留存您同意发送图片的记录',
    howLong: UNTIL_DELETED,
    who: OURS,
  },
  {
    what: '分享链接：有效期、是否允许保存',
    why: '让拿到链接的人查看处理前后对比',
    howLong: '到期、取消分享或删除图片为止；失效的记录随处理记录删除',
    who: '拿到链接的人能看到处理前后的图片',
  },
  {
    what: '未登录试用的图片与浏览器随机编号',
    why: '登录前先试用、限制每日次数',
    howLong: `图片 ${TRIAL_RETENTION_HOURS} 小时；编号保存在您的浏览器里`,
    who: OURS,
  },
  {
    what: '处理记录：文件名、拍摄时间与相机、画面分析结果、工具、设置、时间、结果尺寸',
    why: '显示历史记录、重新处理',
    howLong: `${HISTORY_RETENTION_YEARS} 年；您删除后不再显示，到期清除`,
    who: OURS,
  },
  {
    what: '“开放后通知我”的登记与时间',
    why: '积分包开放购买时发一封邮件告诉您',
    howLong: '取消通知或删除账户为止',
    who: '发送邮件时经过邮件服务商',
  },
  { what: '积分明细、兑换记录', why: '核对剩余积分', howLong: UNTIL_DELETED, who: OURS },
  { what: '偏好设置', why: '按您的选择显示与处理', howLong: UNTIL_DELETED, who: OURS },
  {
    what: '账户合并记录：合并时间与账户编号',
    why: '说明图片、积分和账单从哪里转入',
    howLong: UNTIL_DELETED,
    who: OURS,
  },
  {
    what: '付款记录、退款申请及其原因',
    why: '开具凭证、履行法定义务',
    howLong: `${PAYMENT_RETENTION_YEARS} 年`,
    who: '付款时的支付平台；在手机浏览器中用微信支付时，还包括 IP 地址',
  },
  {
    what: '发票抬头、税号、接收邮箱与发票文件',
    why: '开具发票',
    howLong: `${PAYMENT_RETENTION_YEARS} 年`,
    who: '开具发票时经过税务机关的系统；发送邮件时经过邮件服务商',
  },
  {
    what: '工作人员对您账户的操作记录',
    why: '核对是谁、何时、为何修改了您的账户',
    howLong: `${OPERATOR_LOG_RETENTION_DAYS} 天`,
    who: OURS,
  },
  {
    what: '运行日志：时间、IP 地址、访问路径',
    why: '保障安全和排查故障',
    howLong: `${LOG_RETENTION_DAYS} 天`,
    who: OURS,
  },
  {
    what: '浏览器存储：登录凭证、记住的邮箱、应用设置、当前图片',
    why: '刷新后继续使用',
    howLong: '登录凭证：退出登录为止；其余：清除浏览器数据为止',
    who: '只在您的设备上',
  },
  {
    what: '浏览器 Cookie：此浏览器的随机编号',
    why: '识别常用浏览器、限制未登录试用的次数',
    howLong: `${BROWSER_NUMBER_DAYS} 天；清除浏览器数据即删除`,
    who: COOKIES_SENT,
  },
  {
    what: '浏览器 Cookie：曾在此登录、输入密码、注册、打开验证邮件、获取验证码或重置密码链接的账户（不含邮箱与手机号）',
    why: '防止他人冒用您的邮箱或猜测验证码',
    howLong: `登录、输入密码：${KNOWN_BROWSER_DAYS} 天；仅注册、仅打开验证邮件：${REGISTERED_BROWSER_DAYS} 天；获取验证码：${CODE_ASKED_HOURS} 小时；获取重置密码链接：${EMAIL_LINK_HOURS} 小时；退出登录后仍保留，清除浏览器数据即删除`,
    who: COOKIES_SENT,
  },
]

export const PERSONAL_INFORMATION_TEXTS = {
  lead: '本页列出本站保存的全部个人信息。没有列出的，我们不收集；页面不加载任何第三方资源，不做广告与画像。',
  columns: { what: '信息', why: '用途', howLong: '保存多久', who: '还有谁会接触到' },
  rightsTitle: '您可以做什么',
  rights: [
    '在“个人资料”中查看和修改账户资料',
    `在“历史记录”中删除图片；处理记录随即不再显示，最迟 ${HISTORY_RETENTION_YEARS} 年后清除`,
    '在“个人资料”中撤回交由外部服务商处理的同意',
    '在“个人资料”中导出账户资料、记录和仍在保存期内的图片',
    '在“个人资料”中删除账户',
  ],
} as const
