// @vitest-environment jsdom
import { existsSync } from 'node:fs'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ToolKey } from '#rulebook/tools/model.ts'
import { TOOLS } from '#rulebook/tools/tool.ts'
import { CataloguePage } from './catalogue-page.tsx'

/** As documented (document 2 §9). */
const PRICES: Readonly<Record<ToolKey, number>> = {
  enhance: 2,
  sharpen: 2,
  denoise: 2,
  lighting: 2,
  'enhance-generative': 5,
  'sharpen-generative': 4,
  'restore-generative': 3,
}
const cards = () => screen.getAllByRole('link').filter((link) => link.closest('table, nav') === null)
const cardOf = (path: string) => cards().find((card) => card.getAttribute('href') === path)!

beforeAll(prepareDom)
beforeEach(() => {
  renderPage(<CataloguePage />)
})

describe('/ai', () => {
  it('[CATALOGUE-01] shows five groups with their models', () => {
    const groups = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)
    expect(groups).toEqual(['图片增强', '降噪', '老照片修复', '光影调整', '锐化', '工具对比'])
    expect(cards()).toHaveLength(23)
  })

  it('leads from six problems of a photo to the models that made their pictures', () => {
    const problems = within(screen.getByRole('navigation', { name: '您的照片有什么问题？' })).getAllByRole('link')
    const paths = MODELS.map(({ route }) => route)
    expect(problems.map((link) => link.textContent?.slice(0, 2))).toEqual([
      '模糊',
      '噪点',
      '太小',
      '老照',
      '太暗',
      '文字',
    ])
    for (const link of problems) {
      expect(paths).toContain(link.getAttribute('href'))
      expect([...link.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))).toEqual([
        expect.stringMatching(/-before-(400|detail)\.webp$/),
        expect.stringMatching(/-after-(400|detail)\.webp$/),
      ])
    }
    // What is only seen close is shown close.
    const isClose = problems.map((link) => link.querySelector('img')!.getAttribute('src')!.includes('detail'))
    expect(isClose).toEqual([true, true, true, false, false, false])
    for (const picture of document.querySelectorAll('nav img'))
      expect(existsSync(`public${picture.getAttribute('src')}`), picture.getAttribute('src')!).toBe(true)
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '降噪' } })
    expect(screen.queryByRole('navigation', { name: '您的照片有什么问题？' })).toBeNull()
  })

  it('[PROD-08] offers exactly the tools of the documents, denoising in three strengths', () => {
    const tools = MODELS.map(({ tool }) => tool).filter((tool, index, all) => all.indexOf(tool) === index)
    expect(tools.toSorted()).toEqual([
      'denoise',
      'enhance',
      'enhance-generative',
      'lighting',
      'restore-generative',
      'sharpen',
      'sharpen-generative',
    ])
    const paths = cards().map((card) => card.getAttribute('href')!)
    expect(paths.toSorted()).toEqual(MODELS.map(({ route }) => route).toSorted())
    const under = (folder: string) => paths.filter((path) => path.startsWith(`${folder}/`))
    expect(under('/ai/denoise')).toEqual(['/ai/denoise/normal', '/ai/denoise/strong', '/ai/denoise/extreme'])
    expect(under('/ai/restore')).toEqual(['/ai/restore/dust-scratch'])
    expect(under('/ai/lighting')).toEqual(['/ai/lighting/adjust', '/ai/lighting/white-balance'])
  })

  it('[CATALOGUE-02] the enhance group has the sub-categories standard and generative', () => {
    const enhance = within(screen.getByRole('region', { name: '图片增强' }))
    expect(enhance.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual(['标准', '生成式'])
  })

  it.each(MODELS.map((model) => [model.route, model] as const))(
    '[CATALOGUE-03] [CATALOGUE-04] [CATALOGUE-05] [CATALOGUE-07] [CATALOGUE-10] %s has name, description, cost and time and leads to its page',
    (route, model) => {
      const name = model.isAsync ? `${model.displayName}高级` : model.displayName
      const seconds = model.isAsync ? '30–60' : '5–15'
      expect(cardOf(route).textContent).toBe(`${name}${model.description}${PRICES[model.tool]} 积分预计 ${seconds} 秒`)
    },
  )

  it('[CATALOGUE-06] only async models carry the badge 高级', () => {
    const advanced = cards().filter((card) => within(card).queryByText('高级'))
    expect(advanced.map((card) => card.getAttribute('href'))).toEqual([
      '/ai/enhance/generative/redefine',
      '/ai/enhance/generative/recovery',
      '/ai/enhance/generative/recovery-v2',
      '/ai/restore/dust-scratch',
      '/ai/sharpen/generative/super-focus',
      '/ai/sharpen/generative/super-focus-v2',
    ])
  })

  it('[CATALOGUE-08] [CATALOGUE-09] async models 30–60 s, all others 5–15 s, as an estimate', () => {
    expect(cardOf('/ai/restore/dust-scratch').textContent).toContain('预计 30–60 秒')
    expect(cardOf('/ai/enhance/generative/redefine').textContent).toContain('预计 30–60 秒')
    expect(cardOf('/ai/denoise/normal').textContent).toContain('预计 5–15 秒')
    expect(cardOf('/ai/sharpen/standard/refocus').textContent).toContain('预计 5–15 秒')
  })
})

describe('comparison table', () => {
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)

  it('[CATALOGUE-12] has function, credits, time, use case and start', () => {
    const columns = screen.getAllByRole('columnheader').map((cell) => cell.textContent)
    expect(columns).toEqual(['工具', '积分', '预计时间', '适合的照片', '开始'])
    expect(rows().map((row) => row.textContent)).toEqual([
      '标准增强2 积分预计 5–15 秒日常照片、插画、截图放大与变清晰开始',
      '生成式增强5 积分预计 30–60 秒严重模糊或很小的图片开始',
      '降噪2 积分预计 5–15 秒夜里或暗处拍的照片开始',
      '老照片修复3 积分预计 30–60 秒有灰尘与划痕的老照片开始',
      '光影调整2 积分预计 5–15 秒曝光不准或偏色的照片开始',
      '锐化2 积分预计 5–15 秒轻微失焦或抖动的照片开始',
      '生成式锐化4 积分预计 30–60 秒严重失焦的照片开始',
    ])
  })

  it('[CATALOGUE-13] each start button opens its tool', () => {
    const targets = rows().map((row) => within(row).getByRole('link').getAttribute('href'))
    expect(targets).toEqual([
      '/ai/enhance',
      '/ai/enhance-generative',
      '/ai/denoise',
      '/ai/restore',
      '/ai/lighting',
      '/ai/sharpen',
      '/ai/sharpen-generative',
    ])
  })

  it('[CATALOGUE-14] the row of each tool leads to the route of its key', () => {
    const routeOf = (name: string) => screen.getByRole('link', { name: `开始：${name}` }).getAttribute('href')
    expect(Object.fromEntries(Object.entries(TOOLS).map(([key, tool]) => [key, routeOf(tool.displayName)]))).toEqual({
      enhance: '/ai/enhance',
      'enhance-generative': '/ai/enhance-generative',
      sharpen: '/ai/sharpen',
      'sharpen-generative': '/ai/sharpen-generative',
      denoise: '/ai/denoise',
      'restore-generative': '/ai/restore',
      lighting: '/ai/lighting',
    })
    expect(rows()).toHaveLength(7)
  })
})

describe('search', () => {
  const search = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
  const paths = () => cards().map((card) => card.getAttribute('href'))

  it('finds by Chinese words and says how many', () => {
    search('降噪')
    expect(paths()).toEqual(['/ai/denoise/normal', '/ai/denoise/strong', '/ai/denoise/extreme'])
    expect(screen.getByRole('status').textContent).toBe('找到 3 个工具')
  })

  it('[MODEL-04] finds the other English names of the sharpen models', () => {
    for (const name of ['Soft Focus', 'Very Soft Focus', 'Out of Focus']) {
      search(name)
      expect(paths().length).toBeGreaterThan(0)
      for (const path of paths()) expect(path).toMatch(/^\/ai\/sharpen\/standard\//)
    }
  })

  it('without a match says so, and one press shows everything again with the keyboard in the field', () => {
    search('zzzz')
    expect(screen.queryAllByRole('listitem')).toEqual([])
    expect(screen.getByRole('status').textContent).toBe('没有找到“zzzz”，换个说法试试')
    fireEvent.click(screen.getByRole('button', { name: '显示全部工具' }))
    expect(cards()).toHaveLength(23)
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })
})
