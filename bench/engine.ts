// `npm run bench:engine`: the engine's figures beside bicubic, the classical steps and the peer, bench after bench, each with its gates.
// Ends with code 1 when any gate is missed. Needs ../shared/data/bench.
import { spawnSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'

const BENCHES = [
  'engine-enlarge.ts',
  'engine-peers.ts',
  'engine-quality.ts',
  'engine-blind.ts',
  'engine-sold.ts',
  'engine-cost.ts',
]

const missed: string[] = []
for (const name of BENCHES) {
  console.log(`\n# ${name}   (load average ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores)`)
  const { status } = spawnSync(process.execPath, [new URL(name, import.meta.url).pathname], { stdio: 'inherit' })
  if (status !== 0) missed.push(name)
}
console.log(missed.length > 0 ? `\ngates missed in: ${missed.join(', ')}` : '\nall gates held')
process.exitCode = missed.length > 0 ? 1 : 0
