export interface Sample {
  value: number
  labels: Record<string, string | number>
  metricName?: string
}

/** A metric in the form of prom-client's getMetricsAsJSON. */
export interface Family {
  name: string
  help: string
  type: string
  aggregator: string
  values: Sample[]
}

/** From a worker to its supervisor. */
export type ToSupervisor =
  | { type: 'listening'; address: string }
  /** A client requested the metrics of all workers. */
  | { type: 'collect-metrics'; id: number }
  | { type: 'metrics'; id: number; metrics: Family[] }

/** From the supervisor to a worker. After an upgrade, the supervisor may be of the previous version. */
export type ToWorker =
  /** A new worker has taken over: close all connections and exit. */
  | { type: 'replaced' }
  | { type: 'send-metrics'; id: number }
  | { type: 'all-metrics'; id: number; metrics: Family[][] }
