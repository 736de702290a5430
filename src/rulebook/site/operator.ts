// Who runs the service, as the operator configured it: footer and legal pages name only what is set (document 1 §2 "Footer",
// "Legal pages"; P-22; filing numbers as mainland rules want them, wording ours). The pages are made before anybody configures
// anything, so their places for these facts are filled when they are served, without a script.
import { escapeHtml } from '../escape-html.ts'
import { fillText } from '../fill-text.ts'
import { SUPPORT_REPLY_HOURS } from './product.ts'

export interface Operator {
  readonly name: string | null
  readonly contactEmail: string | null
  /** For example `京ICP备2026000000号-1`. */
  readonly icpNumber: string | null
  /** For example `京公网安备11010802000000号`. */
  readonly policeNumber: string | null
}

const TEXTS = {
  name: '运营方：{name}',
  contact: '联系客服',
  /** Where a legal text must say how to reach somebody. */
  contactMissing: '联系邮箱尚未公布',
  contactAddress: '联系邮箱：',
  /** Where help is asked for: a reply is promised only by somebody who can be written to (decision 0121). */
  support: '请点击“{contact}”，客服会在 {hours} 小时内回复。',
  supportMissing: '请先查看本页的其他问题。各工具页写有该工具的格式、大小限制与价格。',
  termsQuestions: '对条款有疑问，请通过页面底部的联系方式告诉我们，我们会在 {hours} 小时内回复。',
} as const

const ICP_REGISTER = 'https://beian.miit.gov.cn/'
const POLICE_REGISTER = 'https://beian.mps.gov.cn/#/query/webSearch?code='

const CONTENTS = {
  contact: ({ contactEmail }) => contactEmail && link(`mailto:${contactEmail}`, TEXTS.contact),
  /** Where the address itself must be read, not only be behind a link. */
  contactAddress: ({ contactEmail }) =>
    contactEmail ? addressOf(contactEmail) : `<span>${TEXTS.contactMissing}</span>`,
  support: ({ contactEmail }) =>
    contactEmail
      ? fillText(TEXTS.support, {
          contact: link(`mailto:${contactEmail}`, TEXTS.contact),
          hours: SUPPORT_REPLY_HOURS,
        })
      : TEXTS.supportMissing,
  termsQuestions: ({ contactEmail }) =>
    contactEmail ? fillText(TEXTS.termsQuestions, { hours: SUPPORT_REPLY_HOURS }) : `${TEXTS.contactMissing}。`,
  footer: ({ name, icpNumber, policeNumber }) => [
    name && `<span>${escapeHtml(name)}</span>`,
    icpNumber && link(ICP_REGISTER, icpNumber),
    policeNumber && link(POLICE_REGISTER + policeNumber.replace(/\D/g, ''), policeNumber),
  ],
  legal: ({ name, contactEmail }) =>
    // Without a name the footer shows the contact alone.
    name && [`<span>${escapeHtml(fillText(TEXTS.name, { name }))}</span>`, contactEmail && addressOf(contactEmail)],
} satisfies Record<string, (operator: Operator) => string | null | readonly (string | null)[]>

/** Places of a page that hold facts about the operator. */
export type OperatorSlot = keyof typeof CONTENTS

/** Content of such a place: plain text and plain links, nothing that loads. */
export const operatorHtml = (slot: OperatorSlot, operator: Operator): string =>
  [CONTENTS[slot](operator)].flat().filter(Boolean).join(' ')

/** A finished page with all its places filled; a place is a `div` with `data-operator`, and holds no other `div`. */
export const fillOperatorSlots = (html: string, operator: Operator): string =>
  html.replace(/(<div(?=[^>]*\sdata-operator="(\w+)")[^>]*>).*?<\/div>/gs, (whole, opening: string, slot: string) =>
    Object.hasOwn(CONTENTS, slot) ? `${opening}${operatorHtml(slot as OperatorSlot, operator)}</div>` : whole,
  )

const addressOf = (contactEmail: string): string =>
  `<span>${TEXTS.contactAddress}${link(`mailto:${contactEmail}`, contactEmail)}</span>`

const link = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(text)}</a>`
