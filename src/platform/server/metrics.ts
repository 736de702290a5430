// Prometheus measurements. A registry per process and not prom-client's global one, so that tests can open several services.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from './version.ts'

export interface Metrics {
  observeRequest(method: string, route: string, status: number, durationMs: number): void
  /** A number per label value that is read when somebody asks, e.g. jobs by state. */
  addGauge(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void
  addCounter(name: string, help: string, label: string): (labelValue: string, by?: number) => void
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
          gauge.reset()
          for (const [value, amount] of await read()) gauge.set({ [label]: value }, amount)
        },
      })
    },
    addCounter: (name, help, label) => {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      return (labelValue, by = 1) => counter.inc({ [label]: labelValue }, by)
    },
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  }
}
