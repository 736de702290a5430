// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { panelParts, parameterFields } from '../workspace/lazy-parts.ts'
import { keptParametersOf } from './kept-parameters.ts'
import { ParameterPanel } from './parameter-panel.tsx'
import { sizeNoteOf } from './size-note.ts'
import { type ParameterControl, useParameters } from './use-parameters.ts'

let parameters: ParameterControl

interface PanelProps {
  modelKey: string
  unsupported?: Record<string, string>
  picture?: { width: number; height: number }
}

function Panel({ modelKey, unsupported = {}, picture }: PanelProps) {
  const model = modelByKey(modelKey)!
  parameters = useParameters(model, picture)
  return (
    <ParameterPanel
      model={model}
      parameters={parameters}
      unsupported={unsupported}
      isDisabled={false}
      picture={picture}
    />
  )
}

const show = (modelKey: string, unsupported?: Record<string, string>, query = '') =>
  renderPage(<Panel modelKey={modelKey} unsupported={unsupported} />, { path: `/ai/${modelKey}${query}` })
const choose = (mode: '自动' | '手动') => fireEvent.click(screen.getByRole('radio', { name: mode }))
const slider = (name: string) => screen.getByRole('slider', { name })
const press = (name: string, key: string) => fireEvent.keyDown(slider(name), { key })
const reset = (name: string) => screen.getByRole('button', { name: `${name}：恢复默认值` })

beforeAll(prepareDom)
beforeAll(parameterFields.load)
beforeAll(panelParts.load)
beforeEach(() => sessionStorage.clear())

it('[PARAM-01] [PARAM-03] starts in auto, where nothing is sent, and can be switched to manual', () => {
  show('denoise/normal')
  expect(screen.getByRole('radio', { name: '自动' })).toHaveProperty('checked', true)
  expect(screen.queryByRole('slider')).toBeNull()
  expect(parameters.params).toEqual({})
  choose('手动')
  expect(parameters.mode).toBe('manual')
  expect(slider('强度')).toBeTruthy()
})

it('[PARAM-04] switching to manual fills each value from its default', () => {
  show('lighting/adjust')
  choose('手动')
  expect(parameters.params).toEqual({ color_correction: true, exposure: 1, highlight: 1, shadow: 1 })
})

it('[PARAM-02] switching to auto clears all advanced values', () => {
  show('denoise/normal')
  choose('手动')
  press('强度', 'End')
  expect(parameters.values.strength).toBe(1)
  choose('自动')
  expect(parameters.values).toEqual({})
  choose('手动')
  expect(parameters.values.strength).toBe(0.5)
})

it('[PARAM-05] the reset button in manual mode returns to auto', () => {
  show('denoise/normal')
  choose('手动')
  fireEvent.click(screen.getByRole('button', { name: '恢复自动' }))
  expect(parameters.mode).toBe('auto')
  expect(screen.queryByRole('button', { name: '恢复自动' })).toBeNull()
})

it('[PARAM-06] each slider has a reset to its default', () => {
  show('denoise/normal')
  choose('手动')
  expect(screen.getAllByRole('slider')).toHaveLength(3)
  for (const name of ['强度', '轻微去模糊', '保留原始细节']) {
    expect(reset(name)).toHaveProperty('disabled', true)
    press(name, 'Home')
    fireEvent.click(reset(name))
  }
  expect(parameters.values).toEqual({ strength: 0.5, minor_deblur: 0.5, original_detail: 0.5 })
})

it('[PARAM-07] [PARAM-10] [PARAM-11] [PARAM-12] unset sliders read 自动 and are not sent; a touched one is, and can be unset again', () => {
  show('enhance/standard/standard-v2')
  choose('手动')
  expect(parameters.params).toEqual({ output_height: 2048, face_enhancement: false })
  for (const name of ['锐化', '降噪', '去压缩痕迹']) expect(slider(name).getAttribute('aria-valuetext')).toBe('自动')
  press('锐化', 'ArrowRight')
  expect(parameters.params).toMatchObject({ sharpen: 0.1 })
  fireEvent.click(reset('锐化'))
  expect(parameters.params).not.toHaveProperty('sharpen')
  expect(slider('锐化').getAttribute('aria-valuetext')).toBe('自动')
})

it('[PARAM-08] output height runs from 512 to 4096 in steps of 64, starting at 2048', () => {
  show('enhance/standard/standard-v2')
  choose('手动')
  const { ariaValueMin, ariaValueMax, ariaValueNow } = {
    ariaValueMin: slider('输出高度').getAttribute('aria-valuemin'),
    ariaValueMax: slider('输出高度').getAttribute('aria-valuemax'),
    ariaValueNow: slider('输出高度').getAttribute('aria-valuenow'),
  }
  expect([ariaValueMin, ariaValueMax, ariaValueNow]).toEqual(['512', '4096', '2048'])
  press('输出高度', 'ArrowRight')
  expect(parameters.values.output_height).toBe(2112)
})

it('[PARAM-17] a prompt of 1024 characters is taken, one more is refused with a text', () => {
  show('enhance/generative/redefine')
  choose('手动')
  const prompt = screen.getByRole('textbox', { name: '画面描述' })
  fireEvent.change(prompt, { target: { value: '字'.repeat(1024) } })
  expect(parameters.problems).toEqual({})
  fireEvent.change(prompt, { target: { value: '字'.repeat(1025) } })
  expect(screen.getByRole('alert').textContent).toContain('1024')
})

it('[PARAM-22] the seed is optional and stays within 32 bits', () => {
  show('sharpen/generative/super-focus')
  choose('手动')
  const seed = screen.getByRole('textbox', { name: '随机种子' })
  expect(parameters.params).not.toHaveProperty('seed')
  fireEvent.change(seed, { target: { value: '2147483647' } })
  expect(parameters.problems).toEqual({})
  expect(parameters.params).toMatchObject({ seed: 2147483647 })
  fireEvent.change(seed, { target: { value: '2147483648' } })
  expect(parameters.problems.seed).toBeTruthy()
  fireEvent.change(seed, { target: { value: '1.5' } })
  expect(parameters.problems.seed).toBeTruthy()
  fireEvent.change(seed, { target: { value: '' } })
  expect(parameters.params).not.toHaveProperty('seed')
})

it('shows what the provider cannot do disabled, with the reason', () => {
  show('enhance/standard/standard-v2', { face_enhancement: '暂不支持人脸增强' })
  choose('手动')
  const faces = screen.getByRole('switch', { name: '人脸增强' })
  expect(faces).toHaveProperty('disabled', true)
  const note = document.getElementById(faces.getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toContain('暂不支持人脸增强')
})

it('a tool without parameters says that it works on its own', () => {
  show('restore/dust-scratch')
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByText('这个工具全自动，无需设置')).toBeTruthy()
})

it('[PARAM-30] states 2–10 minutes for generative tools', () => {
  const { container } = show('enhance/generative/recovery-v2')
  expect(within(container).getByText('预计 2–10 分钟')).toBeTruthy()
})

it('[PARAM-31] states 5–60 seconds for standard tools', () => {
  const { container } = show('denoise/normal')
  expect(within(container).getByText('预计 5–60 秒')).toBeTruthy()
})

it('tells what an output height means for the current picture', () => {
  const picture = { width: 1500, height: 1000 }
  expect(sizeNoteOf(2048, picture)).toBe('结果约 3072 × 2048 像素（2 倍）')
  expect(sizeNoteOf(512, picture)).toBe('低于原图高度，结果会缩小')
  expect(sizeNoteOf(2048, undefined)).toBeUndefined()
})

it('a size by its name is exact, keeps everything else automatic and follows the picture', () => {
  const modelKey = 'enhance/standard/standard-v2'
  let hold = (_: { width: number; height: number }) => {}
  function Holding() {
    const [picture, setPicture] = useState({ width: 1500, height: 1055 })
    hold = setPicture
    return <Panel modelKey={modelKey} picture={picture} />
  }
  renderPage(<Holding />)
  const chip = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
  expect(chip('默认').checked).toBe(true)
  expect(parameters.sentMode).toBe('auto')
  expect(screen.getByText('3000 × 2110 像素（2 倍）')).toBeTruthy()
  expect(chip('4×').disabled).toBe(true)
  fireEvent.click(chip('2×'))
  expect(parameters).toMatchObject({ mode: 'auto', sentMode: 'manual', params: { output_height: 2110 }, problems: {} })
  expect(screen.queryByRole('slider')).toBeNull()
  act(() => hold({ width: 600, height: 400 }))
  expect(parameters.params).toEqual({ output_height: 800 })
  fireEvent.click(chip('6 寸'))
  expect(screen.getByText('1800 × 1200 像素（3 倍） · 可冲印 6 寸（300 dpi）')).toBeTruthy()
  fireEvent.click(chip('默认'))
  expect(parameters).toMatchObject({ sentMode: 'auto', params: {} })
  fireEvent.click(chip('自定义'))
  expect(parameters).toMatchObject({ mode: 'manual', params: { output_height: 1600 } })
  fireEvent.click(chip('4×'))
  press('输出高度', 'ArrowRight')
  expect(chip('自定义').checked).toBe(true)
})

it('a link opens the manual mode with its values, the others at their defaults, over what was kept', async () => {
  show('lighting/adjust')
  choose('手动')
  press('曝光', 'End')
  show('lighting/adjust', {}, '?exposure=0.4&highlight=7&from=mail')
  expect(screen.getByRole('radio', { name: '手动' })).toHaveProperty('checked', true)
  expect(parameters.params).toEqual({ color_correction: true, exposure: 0.4, highlight: 1, shadow: 1 })
  expect(parameters.problems).toEqual({})
  expect(keptParametersOf(modelByKey('lighting/adjust')!).values.exposure).toBe(0.4)
})

it('a link with nothing of use leaves the panel as it was', () => {
  show('denoise/normal', {}, '?strength=none&creativity=3')
  expect(parameters.mode).toBe('auto')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('settings are shared as a link that brings them back', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => copied.push(text) } })
  show('denoise/normal')
  expect(screen.queryByRole('button', { name: '复制链接' })).toBeNull()
  choose('手动')
  press('强度', 'End')
  fireEvent.click(screen.getByRole('button', { name: '复制链接' }))
  expect(await screen.findByText('链接已复制，打开后沿用当前设置')).toBeTruthy()
  const { pathname, search } = new URL(copied[0]!)
  expect(pathname).toBe('/ai/denoise/normal')
  const { params } = parameters
  sessionStorage.clear()
  show('denoise/normal', {}, search)
  expect(parameters.params).toEqual(params)
  vi.unstubAllGlobals()
})
