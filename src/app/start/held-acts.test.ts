// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { opensField } from '#platform/web/early-marks.ts'
import { holdActs } from './held-acts.ts'

const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind
const [opens, field] = Object.entries(opensField('field'))[0]!

let acted: string[]
let onAct: ReturnType<typeof vi.fn<() => void>>
let handOn: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <button id="one"><span id="inner">1</span></button><button id="two">2</button>
    <button id="chooser" ${opens}="${field}">choose</button><input id="field" type="file">
    <input type="radio" name="mode" id="auto" checked><input type="radio" name="mode" id="manual">`
  acted = []
  onAct = vi.fn()
  handOn = holdActs(onAct).handOn
})
afterEach(() => handOn())

/** As the program does it: after what was held. */
function takeOver(): void {
  for (const button of document.querySelectorAll('button')) button.onclick = () => void acted.push(button.id)
  for (const input of document.querySelectorAll('input')) {
    input.addEventListener('click', () => input.type === 'radio' && input.checked && acted.push(input.id))
    input.addEventListener('change', () => input.type === 'file' && acted.push('field'))
  }
  handOn()
}

it('a press reaches its button when the program listens, once, also when it was repeated in vain', () => {
  element('inner').click()
  element('one').click()
  expect(acted).toEqual([])
  expect(onAct).toHaveBeenCalled()
  takeOver()
  expect(acted).toEqual(['one'])
})

it('what was done last is handed on last, and afterwards nothing is held any more', () => {
  element('one').click()
  element('two').click()
  element('one').click()
  takeOver()
  expect(acted).toEqual(['two', 'one'])
  element('two').click()
  expect(acted).toEqual(['two', 'one', 'two'])
})

it('a button of a file field opens the field itself, and is not pressed again', () => {
  const opened = vi.spyOn(element<HTMLInputElement>('field'), 'click')
  element('chooser').click()
  expect(opened).toHaveBeenCalledOnce()
  takeOver()
  expect(acted).toEqual([])
})

it('a radio button shows its choice at once, and the program hears of it as of a press that changes something', () => {
  element('manual').click()
  expect(element<HTMLInputElement>('manual').checked).toBe(true)
  takeOver()
  expect(acted).toEqual(['manual'])
  expect(element<HTMLInputElement>('manual').checked).toBe(true)
})

it('a file that was chosen is told of again', () => {
  element('field').dispatchEvent(new Event('change', { bubbles: true }))
  takeOver()
  expect(acted).toEqual(['field'])
})
