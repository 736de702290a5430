// What an operator must set before the public opening: shown only on the dashboard and by `npm run doctor` (decision 0121; wording ours).

export const OPENING_TASKS = ['name', 'tls', 'contact', 'operator', 'mail', 'payment'] as const
export type OpeningTask = (typeof OPENING_TASKS)[number]

export interface OpeningFacts {
  /** What people type, for example `https://huanying.example`. */
  readonly publicOrigin: string
  readonly contactEmail: string | null
  readonly operatorName: string | null
  readonly hasMail: boolean
  readonly hasPayment: boolean
}

const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/** In the order in which they are worth doing; a name is set before its certificate. */
export function openingTasks(facts: OpeningFacts): OpeningTask[] {
  const { hostname, protocol } = new URL(facts.publicOrigin)
  const isNamed = !OWN_MACHINE.includes(hostname)
  const isOpen: Readonly<Record<OpeningTask, boolean>> = {
    name: !isNamed,
    tls: isNamed && protocol !== 'https:',
    contact: facts.contactEmail === null,
    operator: facts.operatorName === null,
    mail: !facts.hasMail,
    payment: !facts.hasPayment,
  }
  return OPENING_TASKS.filter((task) => isOpen[task])
}

interface OpeningTaskText {
  /** Names of settings in `.env.example`. */
  readonly settings: string
  readonly why: string
}
export const OPENING_TASK_TEXTS: Readonly<Record<OpeningTask, OpeningTaskText>> = {
  name: { settings: 'PUBLIC_ORIGIN', why: '用户访问的网址，不设置时只有本机能登录' },
  tls: { settings: 'PUBLIC_ORIGIN', why: '网址不是 https，密码会以明文传输' },
  contact: { settings: 'CONTACT_EMAIL', why: '页脚和条款里没有联系方式' },
  operator: { settings: 'OPERATOR_NAME', why: '条款里没有写明由谁运营' },
  mail: { settings: 'SMTP_URL', why: '邮件不会发出，忘记密码的用户无法找回账户' },
  payment: { settings: 'ALIPAY_*、WECHATPAY_*、PADDLE_*', why: '用户不能购买积分' },
}
/** After the line about payment. */
export const OPENING_WAITING = '，{n} 人登记了开放通知'
export const OPENING_TITLE = '开放前请完成设置'
