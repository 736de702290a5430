// Which provider computes which model, as an operator writes it.
import { describe, expect, it } from 'vitest'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { routesFrom } from './provider-routes.ts'
import { SettingsError } from './settings-error.ts'

describe('PROVIDER_ROUTES', () => {
  it('sends families and models; a model beats its family in either order', () => {
    expect(routesFrom('')).toEqual(new Map())
    expect(routesFrom(' lighting=local , enhance/standard-v2=topaz,')).toEqual(
      new Map([
        ['lighting/adjust', 'local'],
        ['lighting/white-balance', 'local'],
        ['enhance/standard/standard-v2', 'topaz'],
      ]),
    )
    for (const text of ['denoise=topaz,denoise/strong=local', 'denoise/strong=local,denoise=topaz'])
      expect([...routesFrom(text).entries()].filter(([, provider]) => provider === 'local')).toEqual([
        ['denoise/strong', 'local'],
      ])
  })

  it('knows all 23 models by the address of their page and by family and name, each as one of them', () => {
    for (const { key, tool, name } of MODELS)
      for (const target of [key, `${tool}/${name}`])
        expect([...routesFrom(`${target}=local`)]).toEqual([[key, 'local']])
  })

  it.each([
    ['lightning=local', /“lightning=local” names no family and no model/],
    ['toString=local', /names no family and no model/],
    ['lighting=cloud', /“lighting=cloud” names neither local nor topaz/],
    ['lighting=scripted', /names neither local nor topaz/],
    ['lighting', /names neither/],
    ['lighting=local=topaz', /names neither/],
    ['lighting=local,lighting=topaz', /“lighting=topaz” is the second for the same name/],
    ['denoise/strong=local,denoise/strong=local', /is the second/],
  ])('refuses %s with the entry and an example', (text, message) => {
    expect(() => routesFrom(text)).toThrow(SettingsError)
    expect(() => routesFrom(text)).toThrow(message)
    expect(() => routesFrom(text)).toThrow('格式：系列或系列/模型')
  })
})
