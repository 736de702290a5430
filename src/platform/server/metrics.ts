// Prometheus measurements. A registry per process and not prom-client's global one, so that tests can open several services.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from './version.ts'

export interface Metrics {
  observeRequest(method: string, route: string, status: number, durationMs: number): void
  /** A number per label value, read at each scrape, e.g. jobs by state; left out while it cannot be read. */
  addGauge(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void
  addCounter(name: string, help: string, label: string): (labelValue: string, by?: number) => void
  /** Observes a number for the values of its labels. */
  addHistogram<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    buckets: readonly number[],
  ): (values: Record<Label, string>, observed: number) => void
  /** Text in Prometheus' format and its content type. */
  render(): Promise<{ text: string; contentType: string }>
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'huanying_' })
  const build = new Gauge({
    name: 'huanying_build_info',
    help: 'Always 1; the running release is in the label',
    labelNames: ['version'],
    registers: [registry],
  })
  build.set({ version: VERSION }, 1)
  const requests = new Histogram({
    name: 'huanying_http_request_duration_seconds',
    help: 'Time until the answer begins, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  })
  return {
    observeRequest: (method, route, status, durationMs) =>
      requests.observe({ method, route, status: String(status) }, durationMs / 1000),
    addGauge: (name, help, label, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect: async () => {
          // One part that is down must not hide the other metrics: they show that it is down.
          const values = await read().catch(() => new Map<string, number>())
          gauge.reset()
          for (const [value, amount] of values) gauge.set({ [label]: value }, amount)
        },
      })
    },
    addCounter: (name, help, label) => {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      return (labelValue, by = 1) => counter.inc({ [label]: labelValue }, by)
    },
    addHistogram: (name, help, labels, buckets) => {
      const histogram = new Histogram({
        name,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers: [registry],
      })
      return (values, observed) => histogram.observe(values, observed)
    },
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  }
}
