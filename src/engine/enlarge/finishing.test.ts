// What finishes an enlarged picture is done tile by tile before it is stored; up to the picture's edges it must be what a pass of its
// own would make of the stored picture.
import { expect, it } from 'vitest'
import { planFor, runPlan } from '../testing/run-plan.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'

const [WIDTH, HEIGHT, FACTOR] = [90, 70, 2]
const source = syntheticRaster(WIDTH, HEIGHT)

it.each([
  'enhance/standard/standard-v2',
  'enhance/standard/cgi',
  'enhance/standard/text-refine',
  'enhance/generative/redefine',
])('%s finishes tiles as it would the whole, to the edge', (modelKey) => {
  const plan = planFor(source, modelKey, { output_height: FACTOR * HEIGHT })
  const [enlarging] = plan.passes.filter((pass) => pass.kind === 'enlarge')
  const { finishing } = enlarging!
  expect(finishing.length).toBeGreaterThan(0)
  const passes = [
    { ...enlarging!, finishing: [] },
    { kind: 'operations', steps: finishing },
  ] as const
  const [apart, plain, together] = [passes, passes.slice(0, 1), [enlarging!]].map((chosen) =>
    Array.from(runPlan({ ...plan, passes: chosen }, source, 64, 16).data),
  )
  const farthest = (from: readonly number[]) =>
    apart!.reduce((most, value, i) => Math.max(most, Math.abs(value - from[i]!)), 0)
  const oneLevel = 65535 / 255
  expect(farthest(together!)).toBeLessThan(0.1 * oneLevel)
  expect(farthest(plain!)).toBeGreaterThan(oneLevel)
})
