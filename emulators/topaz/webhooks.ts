// Webhooks (Topaz contract §8, §12 "Webhook"): a POST for every change of a job's status, without signature, as the vendor sends them. On 5xx and
// without an answer again after 5 s, doubling up to 15 min of the virtual clock; a 4xx drops it for good.
import type { VendorJob, VendorJobs } from './vendor-jobs.ts'
import type { VirtualClock } from './virtual-clock.ts'

const FIRST_RETRY_SECONDS = 5
const MAX_RETRY_SECONDS = 900
const LOOK_MS = 50

interface Delivery {
  readonly url: string
  readonly body: string
  waitSeconds: number
  dueAt: number
}

export interface Webhooks {
  watch(job: VendorJob): void
  stop(): void
}

export interface WebhookParts {
  readonly clock: VirtualClock
  readonly jobs: VendorJobs
  readonly isTwice: () => boolean
  /** Addresses of the output, when it is there; the input's always (§8). */
  readonly addressesOf: (job: VendorJob) => Promise<Record<string, string>>
}

export function createWebhooks(parts: WebhookParts): Webhooks {
  const { clock, jobs } = parts
  const watched = new Map<VendorJob, string>()
  let deliveries: Delivery[] = []
  const collectChanges = async () => {
    for (const [job, before] of watched) {
      const { status } = jobs.stateOf(job)
      if (status === before) continue
      watched.set(job, status)
      if (job.end) watched.delete(job)
      const body = await bodyOf(parts, job)
      const delivery = () => ({ url: job.webhookUrl!, body, waitSeconds: FIRST_RETRY_SECONDS, dueAt: clock.now() })
      deliveries.push(delivery(), ...(parts.isTwice() ? [delivery()] : []))
    }
  }
  const deliver = async (delivery: Delivery) => {
    const status = await fetch(delivery.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: delivery.body,
    }).then(
      (answer) => answer.status,
      () => 503,
    )
    if (status < 500) return
    delivery.dueAt = clock.now() + delivery.waitSeconds
    delivery.waitSeconds = Math.min(MAX_RETRY_SECONDS, delivery.waitSeconds * 2)
    deliveries.push(delivery)
  }
  const poll = async () => {
    jobs.settle()
    await collectChanges()
    const due = deliveries.filter(({ dueAt }) => dueAt <= clock.now())
    deliveries = deliveries.filter((delivery) => !due.includes(delivery))
    // The newest first: order is nothing that a receiver may count on (§8).
    for (const delivery of due.reverse()) await deliver(delivery)
  }
  let isBusy = false
  let timer: NodeJS.Timeout | undefined
  const tick = () => {
    if (isBusy) return
    isBusy = true
    poll().finally(() => {
      isBusy = false
    })
  }
  return {
    watch(job) {
      if (!job.webhookUrl) return
      watched.set(job, '')
      timer ??= setInterval(tick, LOOK_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}

async function bodyOf({ clock, jobs, addressesOf }: WebhookParts, job: VendorJob): Promise<string> {
  return JSON.stringify({
    notification_id: ulid(clock.now()),
    process_id: job.id,
    ...jobs.stateOf(job),
    creation_time: Math.floor(job.createdAt),
    modification_time: Math.floor(clock.now()),
    ...(await addressesOf(job)),
  })
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Ten characters of time, sixteen of chance: sorts by time. */
function ulid(nowSeconds: number): string {
  let time = Math.floor(nowSeconds * 1000)
  let text = ''
  for (let n = 0; n < 10; n += 1, time = Math.floor(time / 32)) text = ALPHABET[time % 32] + text
  for (let n = 0; n < 16; n += 1) text += ALPHABET[Math.floor(Math.random() * 32)]
  return text
}
