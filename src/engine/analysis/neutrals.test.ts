// Paper and black-and-white photographs show the colour of the light directly.
import { describe, expect, it } from 'vitest'
import type { Planes } from '../image/planes.ts'
import { scene } from '../testing/test-pictures.ts'
import { estimateNeutrals, pageLikeness, trustedLight } from './neutrals.ts'

const GUESS = [1.2, 1, 0.7] as const
const grey = (value: number): Planes => {
  const plane = () => new Float32Array(64 * 64).fill(value)
  return { width: 64, height: 64, r: plane(), g: plane(), b: plane() }
}

describe('what is grey beyond doubt', () => {
  it('white paper is a page under neutral light', () => {
    const paper = estimateNeutrals(grey(0.95))
    expect(pageLikeness(paper)).toBe(1)
    expect(trustedLight(GUESS, paper)).toEqual([1, 1, 1])
  })

  it('a grey photograph has a neutral light and is no page', () => {
    const photo = estimateNeutrals(grey(0.5))
    expect(pageLikeness(photo)).toBe(0)
    expect(trustedLight(GUESS, photo)).toEqual([1, 1, 1])
  })

  it('a photograph with colours keeps the guess', () => {
    const { width, height, r, g, b } = scene(96, 96)
    const warm = { width, height, r: r.map((value) => 0.1 + value), g, b: b.map((value) => 0.7 * value) }
    expect(trustedLight(GUESS, estimateNeutrals(warm))).toEqual([1.2, 1, 0.7])
  })
})
