import { describe, expect, it } from 'vitest'
import { fillOperatorSlots, type Operator, operatorHtml } from './operator.ts'

const NOBODY: Operator = { name: null, contactEmail: null, icpNumber: null, policeNumber: null }
const SOMEBODY: Operator = {
  name: '某某科技',
  contactEmail: 'help@example.com',
  icpNumber: '京ICP备2026000000号-1',
  policeNumber: '京公网安备11010802000000号',
}

describe('facts about the operator', () => {
  it('stand where they belong, as text and plain links', () => {
    expect(operatorHtml('footer', SOMEBODY)).toBe(
      '<span>某某科技</span> <a href="https://beian.miit.gov.cn/" rel="noreferrer">京ICP备2026000000号-1</a> <a href="https://beian.mps.gov.cn/#/query/webSearch?code=11010802000000" rel="noreferrer">京公网安备11010802000000号</a>',
    )
    expect(operatorHtml('legal', SOMEBODY)).toContain('运营方：某某科技')
    expect(operatorHtml('contact', SOMEBODY)).toBe('<a href="mailto:help@example.com" rel="noreferrer">联系客服</a>')
  })

  it('name the address itself to whoever must write to it, or say that there is none', () => {
    expect(operatorHtml('contactAddress', SOMEBODY)).toBe(
      '<span>联系邮箱：<a href="mailto:help@example.com" rel="noreferrer">help@example.com</a></span>',
    )
    expect(operatorHtml('contactAddress', NOBODY)).toBe('<span>联系邮箱尚未公布</span>')
  })

  it('promise a reply only where somebody can be written to', () => {
    expect(operatorHtml('support', SOMEBODY)).toBe(
      '请点击“<a href="mailto:help@example.com" rel="noreferrer">联系客服</a>”，客服会在 24 小时内回复。',
    )
    expect(operatorHtml('termsQuestions', SOMEBODY)).toContain('24 小时内回复')
    for (const slot of ['support', 'termsQuestions'] as const) {
      expect(operatorHtml(slot, NOBODY)).not.toMatch(/小时|回复|底部/)
      expect(operatorHtml(slot, NOBODY)).not.toBe('')
    }
  })

  it('show nothing that is not set, and no link to nobody (P-22)', () => {
    for (const slot of ['footer', 'legal', 'contact'] as const) expect(operatorHtml(slot, NOBODY)).toBe('')
    expect(operatorHtml('footer', { ...NOBODY, icpNumber: '备1号' })).not.toContain('span')
  })

  it('are text, never markup', () => {
    expect(operatorHtml('footer', { ...NOBODY, name: '<script>x</script>' })).not.toContain('<script')
    expect(operatorHtml('footer', { ...NOBODY, icpNumber: '"><script>' })).not.toContain('<script')
  })

  it('fill the places of a finished page and leave the rest alone', () => {
    const page =
      '<div>a</div><div class="x" data-operator="footer"></div><div data-operator="contact"><span>old</span></div><div data-operator="valueOf">b</div>'
    const filled = fillOperatorSlots(page, SOMEBODY)
    expect(filled).toContain('<div class="x" data-operator="footer"><span>某某科技</span>')
    expect(filled).not.toContain('old')
    expect(filled).toContain('<div>a</div>')
    expect(filled).toContain('<div data-operator="valueOf">b</div>')
  })
})
