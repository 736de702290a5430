import { beforeEach, expect, it } from 'vitest'
import { wholeOf } from '../image/rect.ts'
import { createStoredPlane, cutPlane, pastePlane, resampleRect, type StoredPlane } from '../resample/stored-plane.ts'
import { keepGrain } from './keep-grain.ts'

const [SIDE, FACTOR] = [48, 4]
const SIZE = { width: SIDE * FACTOR, height: SIDE * FACTOR }
const DEVIATION = 4 / 255
/** As the noise of grey grain is measured. */
const GRAIN = Math.sqrt(3) * DEVIATION
/** Grain everywhere, and in the right half stripes far stronger than it. */
const value = (x: number, y: number) =>
  0.5 + DEVIATION * grainAt(x, y) + (x < SIDE / 2 ? 0 : (x & 2) === 0 ? 0.2 : -0.2)
/** Nearly normal, of standard deviation 1; no two runs differ. */
const grainAt = (x: number, y: number) =>
  [1, 2, 3, 4].reduce((sum, k) => sum + hash(x * 7919 + y * 104_729 + k * 31), 0) * Math.sqrt(3 / 4)
const hash = (n: number) => 2 * ((Math.sin(n) * 43_758.5453) % 1) - Math.sign(Math.sin(n))

let source: StoredPlane
/** What a net would have drawn: recognisably something else. */
const drawnBy = (count: number) => new Float32Array(count).fill(0.1)

beforeEach(() => {
  source = createStoredPlane({ width: SIDE, height: SIDE })
  const samples = Float32Array.from({ length: SIDE ** 2 }, (_, i) => value(i % SIDE, Math.floor(i / SIDE)))
  pastePlane(source, samples, wholeOf(source))
})

it('interpolates where there is only grain, and leaves what the net drew of detail', () => {
  const grainy = { x: 20, y: 40, width: 40, height: 100 }
  const kept = drawnBy(grainy.width * grainy.height)
  keepGrain(kept, source, SIZE, grainy, GRAIN)
  const plain = resampleRect(source, SIZE, grainy, 'bicubic')
  const near = kept.filter((sample, i) => Math.abs(sample - plain[i]!) < 0.05).length
  expect(near / kept.length).toBeGreaterThan(0.95)

  const striped = { ...grainy, x: 130 }
  const drawn = drawnBy(kept.length)
  keepGrain(drawn, source, SIZE, striped, GRAIN)
  expect(drawn).toEqual(drawnBy(kept.length))
})

it('a part is what the whole is there, also at the border', () => {
  const whole = drawnBy(SIZE.width * SIZE.height)
  keepGrain(whole, source, SIZE, wholeOf(SIZE), GRAIN)
  for (const core of [
    { x: 0, y: 0, width: 33, height: 21 },
    { x: 71, y: 90, width: 50, height: 37 },
    { x: 150, y: 180, width: 42, height: 12 },
  ]) {
    const part = drawnBy(core.width * core.height)
    keepGrain(part, source, SIZE, core, GRAIN)
    const there = createStoredPlane(SIZE)
    pastePlane(there, whole, wholeOf(SIZE))
    const stored = createStoredPlane(core)
    pastePlane(stored, part, wholeOf(core))
    expect(cutPlane(stored, wholeOf(core))).toEqual(cutPlane(there, core))
  }
})
