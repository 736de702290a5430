// Which net enlarges by how much, and in how many passes.
import { expect, it } from 'vitest'
import { FAITHFUL } from '../../enlarge/enlarge-settings.ts'
import { createEnlargePlanes, enlargeSteps } from '../../enlarge/enlarge-steps.ts'
import { createRaster } from '../../image/raster.ts'
import { scalePasses } from './scale-passes.ts'

const from = { width: 100, height: 80 }
const planned = (factor: number, net: 'sr2' | 'sr2-low') =>
  scalePasses(from, { width: 100 * factor, height: 80 * factor }, { ...FAITHFUL, net }).map((pass) => {
    if (pass.kind !== 'enlarge') throw new Error('enlarging was asked for')
    return { net: pass.settings.net, steps: enlargeSteps(pass.settings, factor) }
  })

it.each([
  [2, 'sr2', ['net', 'finish']],
  [2.05, 'sr4', ['net', 'finish']],
  [4, 'sr4', ['net', 'finish']],
] as const)('×%d is the work of %s', (factor, net, steps) => {
  expect(planned(factor, 'sr2')).toEqual([{ net, steps }])
})

it.each([
  // 1024 by 768 is the largest picture of that shape that is enlarged by four unasked.
  { factor: 2, small: [1000, 1000], large: [1632, 1224] },
  { factor: 4, small: [1024, 768], large: [1024, 1024] },
] as const)(
  '×$factor: a small result is enlarged with self-ensemble, a large one without',
  ({ factor, small, large }) => {
    const looks = ([width, height]: readonly [number, number]) =>
      scalePasses(
        { width, height },
        { width: factor * width, height: factor * height },
        { ...FAITHFUL, net: 'sr2' },
      ).map((pass) => pass.kind === 'enlarge' && pass.settings.selfEnsemble)
    expect([looks(small), looks(large)]).toEqual([[true], [false]])
  },
)

it('larger factors take the same net in every pass', () => {
  expect(planned(5, 'sr2').map(({ net }) => net)).toEqual(['sr4', 'sr4'])
})

it('of several passes all go by the size of the result', () => {
  const passes = scalePasses({ width: 600, height: 600 }, { width: 4800, height: 4800 }, { ...FAITHFUL, net: 'sr2' })
  expect(passes.map((pass) => pass.kind === 'enlarge' && pass.settings.selfEnsemble)).toEqual([false, false])
})

it('the net for damaged pictures doubles twice', () => {
  const [{ net, steps }] = planned(4, 'sr2-low') as [ReturnType<typeof planned>[number]]
  expect({ net, steps }).toEqual({ net: 'sr2-low', steps: ['net-between', 'net', 'finish'] })
  // Up to half of the result first, it would hardly enlarge anything just above ×2 (1 dB less).
  const { between } = createEnlargePlanes(createRaster(100, 80, 1, 8), { width: 210, height: 168 }, steps)
  expect(between).toMatchObject({ width: 200, height: 160 })
})
