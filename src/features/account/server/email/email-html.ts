// An email's words as HTML that phones' mail programs show well: one column, styles on the elements (many programs drop style sheets),
// no picture and no address but the email's own link, which also stands as text for those who do not trust buttons.

import { EMAIL_LINK_TEXT } from '#rulebook/account/email-texts.ts'
import { escapeHtml } from '#rulebook/escape-html.ts'

interface EmailParts {
  readonly product: string
  readonly subject: string
  readonly text: string
  /** Emails with a code have none. */
  readonly link?: string
}

const INK = '#1b2221'
const FAINT = '#4a5351'
const ACCENT = '#0b6b5e'
const FONT = "system-ui,-apple-system,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif"

export function emailHtml({ product, subject, text, link }: EmailParts): string {
  const paragraphs = text
    .split('\n\n')
    .map((paragraph) => paragraphHtml(paragraph, link))
    .join('')
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f1f3f2;font-family:${FONT};color:${INK}"><div role="main" style="max-width:520px;margin:0 auto;padding:28px 24px;border-radius:16px;background:#ffffff">
<h1 style="margin:0 0 20px;font-size:18px;font-weight:700;color:${ACCENT}">${escapeHtml(product)}</h1>${paragraphs}</div></body></html>`
}

/** The paragraph that holds the link gets a button and the address below it. */
function paragraphHtml(paragraph: string, link = ''): string {
  const words = escapeHtml(paragraph.replace(link, '').trim()).replaceAll('\n', '<br>')
  const body =
    words &&
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.7;overflow-wrap:anywhere;word-break:break-word">${words}</p>`
  if (link === '' || !paragraph.includes(link)) return body
  const address = escapeHtml(link)
  return `${body}<p style="margin:0 0 12px"><a href="${address}" style="display:inline-block;padding:14px 28px;border-radius:12px;background:${ACCENT};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${EMAIL_LINK_TEXT}</a></p><p style="margin:0 0 20px;font-size:13px;line-height:1.5;color:${FAINT};word-break:break-all">${address}</p>`
}
