// Light calls while many people sign in at once (100 sign-ins leave p99 of a light call at 250 ms or less).
// `npx node bench/sign-in-storm.ts [sign-ins] [seconds]`: each from an address of its own, on 20 accounts; all at once, or spread over these seconds.
// Processor time of the service is printed too: it does not depend on what else the machine does.
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { latencyText } from './statistics.ts'
import { cpuSeconds, demand, loadLine, makeFolder, startService } from './web-service.ts'

const signIns = Number(process.argv[2] ?? 100)
const spreadSeconds = Number(process.argv[3] ?? 0)
const ACCOUNTS = 20
const CALLS_PER_SECOND = 20
const QUIET_MS = 5000
const waits: number[] = []
const PASSWORD = 'lantern-4417'

// Believed below, because limits per address are not what is measured here.
process.env.TRUSTED_PROXIES = '127.0.0.1'
const folder = makeFolder()
console.log(loadLine())
const { origin, pid, stop } = await startService(folder.path)
try {
  for (let i = 0; i < ACCOUNTS; i++) await authenticate('sign-up', i)
  const idleFromCpu = cpuSeconds(pid)
  const quietUntil = performance.now() + QUIET_MS
  console.log(`idle:  ${latencyText(await measure(() => performance.now() > quietUntil))}`)
  const idleCpuPerSecond = (cpuSeconds(pid) - idleFromCpu) / (QUIET_MS / 1000)
  let isOver = false
  const startedAt = performance.now()
  const startedCpu = cpuSeconds(pid)
  const storm = Promise.all(Array.from({ length: signIns }, (_, i) => signInInTurn(i))).finally(() => {
    isOver = true
  })
  const during = await measure(() => isOver)
  await storm
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`storm: ${latencyText(during)} (goal p99 250 ms; ${signIns} sign-ins in ${seconds} s)`)
  console.log(`sign-ins: ${latencyText(waits)}`)
  const cpuOfSignIns = cpuSeconds(pid) - startedCpu - idleCpuPerSecond * Number(seconds)
  console.log(
    `processor time: ${((1000 * cpuOfSignIns) / signIns).toFixed(0)} ms a sign-in, ` +
      `${Math.floor(60 / (cpuOfSignIns / signIns))} a minute for each core that is free`,
  )
} finally {
  await stop()
  folder.remove()
}

async function signInInTurn(i: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, (1000 * spreadSeconds * i) / signIns))
  const startedAt = performance.now()
  await authenticate('sign-in', i)
  waits.push(performance.now() - startedAt)
}

async function authenticate(action: 'sign-up' | 'sign-in', i: number): Promise<void> {
  const headers = { 'content-type': 'application/json', origin, 'x-forwarded-for': `10.1.${i >> 8}.${i & 255}` }
  const body = JSON.stringify({
    email: `storm${i % ACCOUNTS}@example.com`,
    password: PASSWORD,
    name: '',
    acceptedTerms: TERMS_VERSION,
  })
  await (await demand(fetch(`${origin}/api/auth/${action}/email`, { method: 'POST', headers, body }))).text()
}

/** Open model: a call goes out on time whatever became of the ones before, so a stall counts for every call it delays. */
async function measure(isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  const pending: Promise<void>[] = []
  while (!isOver()) {
    const startedAt = performance.now()
    const call = demand(fetch(`${origin}/api/v1/site/status`, { headers: { apikey: 'huanying-web' } }))
    pending.push(call.then((answer) => answer.text()).then(() => void times.push(performance.now() - startedAt)))
    await new Promise((resolve) => setTimeout(resolve, 1000 / CALLS_PER_SECOND))
  }
  await Promise.all(pending)
  return times
}
