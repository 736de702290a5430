// @vitest-environment jsdom
// What the form for new codes says of each field.
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { MakeCouponsForm } from './make-coupons-form.tsx'

const make = vi.hoisted(() => vi.fn())
vi.mock('../admin-client.ts', () => ({ adminClient: { coupons: { make } } }))
beforeAll(prepareDom)

it('every field that is wrong says so, with its limits, and nothing is sent', () => {
  renderPage(<MakeCouponsForm />)
  const field = (name: string) => screen.getByLabelText(name)
  const problemOf = (name: string) => document.getElementById(`${field(name).id}-error`)?.textContent
  expect(screen.getByText('1–10,000')).toBeTruthy()
  expect(screen.getByText('1–1,000')).toBeTruthy()
  fireEvent.change(field('每次兑换的积分'), { target: { value: '0' } })
  fireEvent.change(field('兑换码数量'), { target: { value: '99999' } })
  fireEvent.click(screen.getByRole('button', { name: '生成并下载' }))
  expect(problemOf('活动名称')).toBe('请输入活动名称')
  expect(problemOf('每次兑换的积分')).toBe('请输入 1 到 10,000 之间的整数')
  expect(problemOf('兑换码数量')).toBe('请输入 1 到 1,000 之间的整数')
  expect(problemOf('每码可用次数')).toBeUndefined()
  expect(make).not.toHaveBeenCalled()
})
