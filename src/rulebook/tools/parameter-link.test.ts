import { expect, it } from 'vitest'
import { modelByKey } from './catalogue.ts'
import { addressWithParameters, parametersOfQuery, queryWithoutParameters } from './parameter-link.ts'

const standard = modelByKey('enhance/standard/standard-v2')!
const redefine = modelByKey('enhance/generative/redefine')!

it('a link carries values that the model takes, each as its own kind', () => {
  const query = '?output_height=2048&face_enhancement=true&sharpen=0.3'
  expect(parametersOfQuery(standard, query)).toEqual({ output_height: 2048, face_enhancement: true, sharpen: 0.3 })
})

it.each([
  ['beyond its range', '?output_height=99999'],
  ['beside its steps', '?output_height=2050'],
  ['no number', '?output_height=large'],
  ['an empty value', '?output_height='],
  ['exponents and the like', '?output_height=2e3'],
  ['no truth value', '?face_enhancement=yes'],
  ['of another model', '?creativity=3'],
  ['names of the language itself', '?__proto__=1&constructor=2&toString=3'],
  ['no parameters at all', '?from=mail'],
  ['nothing', ''],
])('is ignored: %s', (_what, query) => {
  expect(parametersOfQuery(standard, query)).toBeUndefined()
})

it('good values stay when others are bad', () => {
  expect(parametersOfQuery(redefine, `?creativity=9&texture=0.4&prompt=${'a'.repeat(1025)}`)).toEqual({ texture: 0.4 })
})

it('what is shared is read back as it was, prompts with any characters included', () => {
  const values = { prompt: '清晰 & 自然 #1', creativity: 4, texture: 0.2 }
  const address = addressWithParameters(redefine, { ...values, detail: undefined })
  expect(address.startsWith(`${redefine.route}?`)).toBe(true)
  expect(parametersOfQuery(redefine, address.slice(redefine.route.length))).toEqual(values)
  expect(addressWithParameters(redefine, {})).toBe(redefine.route)
})

it('other parts of a query are kept when the parameters have been read', () => {
  expect(queryWithoutParameters('?from=mail&output_height=2048')).toBe('?from=mail')
  expect(queryWithoutParameters('?output_height=2048')).toBe('')
})
