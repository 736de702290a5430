// Letters by mail, in Chinese (document 1 §2, §7; C-21, P-08; wording ours). Each function answers subject and text of one letter.
import { DEFAULT_PRODUCT_NAME } from './product.ts'
import { CODE_VALIDITY_MS } from './verification-code.ts'

export interface Letter {
  readonly subject: string
  readonly text: string
}

const CODE_MINUTES = CODE_VALIDITY_MS / 60_000

const write = (product: string, subject: string, body: string): Letter => ({
  subject: `${product}：${subject}`,
  text: `您好！\n\n${body}\n\n如果这不是您本人的操作，请忽略本邮件。\n\n${product}`,
})

export const verificationLetter = (link: string, product: string = DEFAULT_PRODUCT_NAME): Letter =>
  write(product, '请验证您的邮箱', `请点击下面的链接完成邮箱验证：\n${link}`)

export const codeLetter = (code: string, product: string = DEFAULT_PRODUCT_NAME): Letter =>
  write(product, '邮箱验证码', `您的验证码是 ${code}，${CODE_MINUTES} 分钟内有效。`)

export const resetLetter = (link: string, product: string = DEFAULT_PRODUCT_NAME): Letter =>
  write(product, '重置密码', `请点击下面的链接设置新密码：\n${link}`)

export const emailChangeLetter = (newEmail: string, link: string, product: string = DEFAULT_PRODUCT_NAME): Letter =>
  write(product, '确认新的邮箱地址', `请点击下面的链接确认将账户邮箱改为 ${newEmail}：\n${link}`)
