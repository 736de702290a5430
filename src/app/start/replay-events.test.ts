// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { disclosesPanel, opensField } from '#platform/web/prehydration-attributes.ts'
import { recordEvents } from './replay-events.ts'

const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind
const [discloses] = Object.keys(disclosesPanel())
const [opens, field] = Object.entries(opensField('field'))[0]!

let replayed: string[]
let onEvent: ReturnType<typeof vi.fn<() => void>>
let replay: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <button id="one"><span id="inner">1</span></button><button id="two">2</button>
    <button id="chooser" ${opens}="${field}">choose</button><input id="field" type="file">
    <button id="menu" ${discloses} aria-controls="panel" aria-expanded="false">menu</button><div id="panel" hidden><a id="way" href="#prices">prices</a></div>
    <input type="radio" name="mode" id="auto" checked><input type="radio" name="mode" id="manual">`
  replayed = []
  onEvent = vi.fn()
  replay = recordEvents(onEvent).replay
})
afterEach(() => replay())

/** As the program does it: after what was recorded. */
function takeOver(): void {
  for (const button of document.querySelectorAll('button')) button.onclick = () => void replayed.push(button.id)
  for (const input of document.querySelectorAll('input')) {
    input.addEventListener('click', () => input.type === 'radio' && input.checked && replayed.push(input.id))
    input.addEventListener('change', () => input.type === 'file' && replayed.push('field'))
  }
  replay()
}

it('a press reaches its button when the program listens, once, also when it was repeated in vain', () => {
  element('inner').click()
  element('one').click()
  expect(replayed).toEqual([])
  expect(onEvent).toHaveBeenCalled()
  takeOver()
  expect(replayed).toEqual(['one'])
})

it('the last event is replayed last, and afterwards nothing is recorded any more', () => {
  element('one').click()
  element('two').click()
  element('one').click()
  takeOver()
  expect(replayed).toEqual(['two', 'one'])
  element('two').click()
  expect(replayed).toEqual(['two', 'one', 'two'])
})

it('a button of a file field opens the field itself, and is not pressed again', () => {
  const opened = vi.spyOn(element<HTMLInputElement>('field'), 'click')
  element('chooser').click()
  expect(opened).toHaveBeenCalledOnce()
  takeOver()
  expect(replayed).toEqual([])
})

it('a pressed button shows that it was felt until the program answers', () => {
  element('inner').click()
  expect(element('one').hasAttribute('data-awaited')).toBe(true)
  takeOver()
  expect(element('one').hasAttribute('data-awaited')).toBe(false)
})

it('a panel opens at once, and the program is told by one press', () => {
  element('menu').click()
  expect(element('panel').hidden).toBe(false)
  expect(element('menu').getAttribute('aria-expanded')).toBe('true')
  takeOver()
  expect(replayed).toEqual(['menu'])
})

it('a panel that was closed again is not opened by the program', () => {
  element('menu').click()
  element('menu').click()
  expect(element('panel').hidden).toBe(true)
  expect(element('menu').getAttribute('aria-expanded')).toBe('false')
  takeOver()
  expect(replayed).toEqual([])
})

it.each([
  ['Escape', () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))],
  ['a press elsewhere', () => element('two').dispatchEvent(new Event('pointerdown', { bubbles: true }))],
  ['a link of its own', () => element('way').click()],
])('%s closes a panel that the program has not seen', (_what, leave) => {
  element('menu').click()
  leave()
  expect(element('panel').hidden).toBe(true)
  takeOver()
  expect(replayed).toEqual([])
})

it('what is done inside of a panel leaves it open', () => {
  element('menu').click()
  element('panel').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  element('panel').dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  expect(element('panel').hidden).toBe(false)
  takeOver()
  expect(replayed).toEqual(['menu'])
})

it('a radio button shows its choice at once, and the program receives a click that changes something', () => {
  element('manual').click()
  expect(element<HTMLInputElement>('manual').checked).toBe(true)
  takeOver()
  expect(replayed).toEqual(['manual'])
  expect(element<HTMLInputElement>('manual').checked).toBe(true)
})

it('a program that would take over inside of an event never sees it: nothing is lost, nothing done twice', () => {
  const seen: string[] = []
  const takesOver = new AbortController()
  for (const type of ['click', 'input', 'change'])
    document.addEventListener(type, ({ target }) => void seen.push((target as HTMLElement).id), {
      capture: true,
      signal: takesOver.signal,
    })
  element('manual').click()
  element('inner').click()
  element('field').dispatchEvent(new Event('change', { bubbles: true }))
  expect(seen).toEqual([])
  takesOver.abort()
  takeOver()
  expect(replayed).toEqual(['manual', 'one', 'field'])
})

it('the change event of a file field is dispatched again', () => {
  element('field').dispatchEvent(new Event('change', { bubbles: true }))
  takeOver()
  expect(replayed).toEqual(['field'])
})
