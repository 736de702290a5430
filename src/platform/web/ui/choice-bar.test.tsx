// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '../testing/render-page.tsx'
import { ChoiceBar } from './choice-bar.tsx'

const CHOICES = [
  { value: 'a', label: '甲' },
  { value: 'b', label: '乙' },
] as const

beforeAll(prepareDom)

it('is a named group of radio buttons of which one is chosen', () => {
  const onChange = vi.fn()
  renderPage(<ChoiceBar label="哪一个" choices={CHOICES} value="a" onChange={onChange} />, { path: '/' })
  expect(screen.getByRole('radiogroup', { name: '哪一个' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: '甲' })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('radio', { name: '乙' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('b')
})

it('two of them on one page do not share their choice', () => {
  const bar = (label: string) => <ChoiceBar label={label} choices={CHOICES} value="a" onChange={() => {}} />
  renderPage(
    <>
      {bar('一')}
      {bar('二')}
    </>,
    { path: '/' },
  )
  const names = screen.getAllByRole('radio', { name: '甲' }).map((radio) => radio.getAttribute('name'))
  expect(new Set(names).size).toBe(2)
})

it('nothing can be chosen while it is disabled', () => {
  renderPage(<ChoiceBar label="哪一个" choices={CHOICES} value="a" onChange={() => {}} isDisabled />, { path: '/' })
  for (const radio of screen.getAllByRole('radio')) expect(radio).toHaveProperty('disabled', true)
})
