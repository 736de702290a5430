// `npx node bench/engine-peers.ts`: CPU time of ×4 enlarging beside the best-known fast peer's graph (64 channels, 32 layers, PReLU, random
// weights) in the same run, in turns, one thread each. Exits 1 when a gate is missed: the whole enlarging, colours included,
// costs at most a quarter in floats and a tenth as it runs on this processor.
import { FAITHFUL } from '#engine/enlarge/enlarge-settings.ts'
import type { EnlargeNet, NetPlace } from '#engine/nets/enlarge-net.ts'
import { type NetName, openNet } from '#engine/nets/open-net.ts'
import { createSession } from '#engine/nets/session.ts'
import { enlargeWhole } from '#engine/testing/enlarge-whole.ts'
import { resizeBicubic } from '#engine/testing/picture-quality.ts'
import { syntheticRaster } from '#engine/testing/synthetic-picture.ts'
import { srvggGraph } from './enlarge/srvgg-graph.ts'

const ROUNDS = 7
const FACTOR = 4
const [WIDTH, HEIGHT] = [256, 192]
const MEGAPIXELS = (WIDTH * HEIGHT * FACTOR ** 2) / 1e6
const LARGE = { width: WIDTH * FACTOR, height: HEIGHT * FACTOR }

const open = (name: NetName, place?: NetPlace) => openNet(name, 1, undefined, place)

const source = syntheticRaster(WIDTH, HEIGHT)
const peer = await createSession(srvggGraph(), 1)
const colours = new Float32Array(3 * WIDTH * HEIGHT).fill(0.5)
const [sr2, sr4, floats] = [await open('sr2'), await open('sr4'), await open('sr4', { processor: 'none' })]

/** The net alone, on the whole source with its surroundings, without tiles and colours. */
function alone(net: EnlargeNet): () => Promise<unknown> {
  const wide = WIDTH + 2 * net.haloPx
  const luma = new Float32Array(wide * (HEIGHT + 2 * net.haloPx)).fill(0.5)
  return () => net.run(luma, wide)
}

interface Runner {
  readonly name: string
  run(): unknown
  /** At most this part of the peer's time. */
  readonly gate?: number
  readonly seconds: number[]
}

const runners: readonly Runner[] = [
  { name: 'SRVGG 64 × 32 PReLU, the graph alone', run: () => peer.run(colours, 3, WIDTH) },
  { name: 'sr4, fp32, the graph alone', run: alone(floats) },
  { name: `sr4, ${sr4.arithmetic}, the graph alone`, run: alone(sr4) },
  {
    name: 'sr4, fp32, whole enlarging with colours',
    run: () => enlargeWhole(source, LARGE, { ...FAITHFUL, net: 'sr4' }, floats),
    gate: 1 / 4,
  },
  {
    name: `sr4, ${sr4.arithmetic}, whole enlarging with colours`,
    run: () => enlargeWhole(source, LARGE, { ...FAITHFUL, net: 'sr4' }, sr4),
    gate: 1 / 10,
  },
  {
    name: `sr2 self-ensemble, ${sr2.arithmetic}, whole enlarging`,
    run: () => enlargeWhole(source, LARGE, { ...FAITHFUL, net: 'sr2' }, sr2),
  },
  { name: 'classical, whole enlarging', run: () => enlargeWhole(source, LARGE, FAITHFUL) },
  { name: 'bicubic', run: () => resizeBicubic(source, LARGE) },
].map((runner) => ({ ...runner, seconds: [] }))

// The first round warms up and is not counted.
for (let round = 0; round <= ROUNDS; round++) {
  for (const { run, seconds } of runners) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    if (round > 0) seconds.push((user + system) / 1e6 / MEGAPIXELS)
  }
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const theirs = median(runners[0]!.seconds)
console.log(`×${FACTOR} to ${LARGE.width} × ${LARGE.height}, one thread, median of ${ROUNDS} rounds in turns\n`)
for (const { name, seconds, gate } of runners) {
  const own = median(seconds)
  const missed = gate !== undefined && own > gate * theirs
  if (missed) process.exitCode = 1
  const cells = [`${own.toFixed(3)} CPU s/MP`, `1/${(theirs / own).toFixed(1)}`.padStart(7)]
  const bound = gate === undefined ? '' : `gate 1/${1 / gate}${missed ? ' MISSED' : ''}`
  console.log(`${name.padEnd(42)}${cells.join('  ')}  ${bound}`)
}
