// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { FAQ } from '#rulebook/site/landing.ts'
import { LEGAL_CLARIFIED } from '#rulebook/site/legal.ts'
import { FILE_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import PersonalInformationRoute from './personal-information.tsx'
import PrivacyRoute from './privacy-policy.tsx'
import TermsRoute from './terms-of-service.tsx'

const text = () => document.body.textContent
const anchorsResolve = () =>
  within(screen.getByRole('navigation', { name: '本页目录' }))
    .getAllByRole('link')
    .every((link) => document.querySelector(link.getAttribute('href')!) !== null)

beforeAll(prepareDom)

describe('/terms-of-service', () => {
  it('[LEGAL-01] [LEGAL-03] [LEGAL-04] has date, anchors and a link to the privacy policy', () => {
    renderPage(<TermsRoute />)
    expect(text()).toContain('最后更新：2025-08-12')
    expect(anchorsResolve()).toBe(true)
    expect(screen.getByRole('link', { name: '隐私政策' }).getAttribute('href')).toBe('/privacy-policy')
  })
  it.each([
    ['[LEGAL-11]', '以您最近 12 个月支付的费用为上限'],
    ['[LEGAL-12]', '积分永不过期。积分售出后不予退款。'],
    ['(decision 0084)', '但以下情形可以退款：付款后 7 天内，您可以在订单页申请退回未使用积分的款项'],
    ['(decision 0056)', '其后修订：退款 2026-11-23 · 价格 2026-11-26 · 积分自动退回、免登录试看与重新确认 2026-11-28'],
    ['[LEGAL-13]', '价格以美元计；标有人民币价格的积分包，用人民币付款时以该价格为准。'],
  ])('%s states %s', (_row, fact) => {
    renderPage(<TermsRoute />)
    expect(text()).toContain(fact)
  })
})

describe('questions about the terms (decision 0121)', () => {
  const operatedBy = (contactEmail: string | null) => {
    const operator = { name: null, contactEmail, icpNumber: null, policeNumber: null }
    vi.stubGlobal('fetch', async () => Response.json({ json: { operator } }))
    renderPage(<TermsRoute />)
  }
  afterEach(() => void vi.unstubAllGlobals())

  it('lead to the contact with its time of reply', async () => {
    operatedBy('help@example.com')
    await vi.waitFor(() => expect(text()).toContain('请通过页面底部的联系方式告诉我们，我们会在 24 小时内回复。'))
  })
  it('promise no reply where nobody can be written to', async () => {
    operatedBy(null)
    await vi.waitFor(() => expect(text()).toContain('联系邮箱尚未公布。'))
    expect(text()).not.toMatch(/小时内回复|页面底部的联系方式/)
  })
})

it('(decisions 0056, 0209) a consent names the newest date that the two pages show, but for the one that only says more of what held', () => {
  const datesOf = (route: ReactElement): string[] => {
    const { container } = renderPage(route)
    return container.textContent!.match(/\d{4}-\d\d-\d\d/g)!
  }
  const shown = [...datesOf(<TermsRoute />), ...datesOf(<PrivacyRoute />)].sort()
  expect(shown.slice(-2)).toEqual([LEGAL_CLARIFIED, LEGAL_CLARIFIED])
  expect(TERMS_VERSION).toBe(shown.at(-3))
})

describe('/privacy-policy', () => {
  it('[LEGAL-02] [LEGAL-05] has date, anchors and a link to the terms', () => {
    renderPage(<PrivacyRoute />)
    expect(text()).toContain('最后更新：2025-08-12')
    expect(anchorsResolve()).toBe(true)
    expect(screen.getByRole('link', { name: '服务条款' }).getAttribute('href')).toBe('/terms-of-service')
    const lists = screen.getAllByRole('link', { name: '个人信息说明' })
    expect(lists.map((link) => link.getAttribute('href'))).toEqual(['/personal-information', '/personal-information'])
  })
  it.each([
    ['[LEGAL-06]', '账户数据在撤销期满后移除，最迟在申请后 30 天内'],
    ['[LEGAL-07]', '处理记录保留 2 年'],
    ['[LEGAL-08]', '付款记录保留 7 年'],
    ['[LEGAL-09]', '日志保留 90 天'],
    ['(decision 0106)', '其中后台操作日志保留 180 天'],
    ['[LEGAL-10]', '在 30 天内答复'],
    ['(decision 0091)', '持有分享链接的人在有效期内可以查看，您可以随时取消分享'],
    ['(decision 0056)', '其后修订：分享与微信登录 2026-11-24 · 后台日志与浏览器存储 2026-11-28'],
  ])('%s states %s', (_row, fact) => {
    renderPage(<PrivacyRoute />)
    expect(text()).toContain(fact)
  })
})

describe('/personal-information', () => {
  it('[LEGAL-14] names every kind of data with the times that the service keeps, pictures 30 days as the FAQ says', () => {
    renderPage(<PersonalInformationRoute />)
    const rowOf = (what: RegExp) => screen.getByRole('row', { name: what }).textContent
    expect(rowOf(/上传的原图、缩略图与处理结果/)).toContain(`${FILE_RETENTION_DAYS} 天`)
    expect(FAQ.find(({ key }) => key === 'retention')?.answer).toContain(`图片保留 ${FILE_RETENTION_DAYS} 天`)
    expect(FILE_RETENTION_DAYS).toBe(30)
    expect(rowOf(/^处理记录/)).toContain('2 年')
    expect(rowOf(/付款记录/)).toContain('7 年')
    expect(rowOf(/运行日志/)).toContain('90 天')
    expect(rowOf(/浏览器 Cookie：此浏览器的随机编号/)).toContain('400 天')
    for (const days of ['180 天', '1 天']) expect(rowOf(/浏览器 Cookie：曾在此登录/)).toContain(days)
  })
})
