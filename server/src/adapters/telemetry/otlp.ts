import { FastifyOtelInstrumentation } from '@fastify/otel'
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../ports/services'
import { idsOnly } from './ids-only'

export interface TelemetryOptions {
  /** The operator's collector, as OTEL_EXPORTER_OTLP_ENDPOINT names it: without /v1/traces. */
  endpoint: string
  version: string
  log: Log
}

/**
 * Traces to the operator's own collector. Loaded only where they are wanted: the library is large, and nothing of it
 * runs otherwise. A trace that a caller claims to belong to is not taken from them.
 */
export async function traceRequests(
  app: FastifyInstance,
  { endpoint, version, log }: TelemetryOptions,
): Promise<{ close(): Promise<void> }> {
  const tell = (message: string) => log.warn({ part: 'telemetry' }, message)
  const quiet = () => {}
  diag.setLogger(
    { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const exporter = idsOnly(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }))
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'rosella', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register({ propagator: null })
  const instrumentation = new FastifyOtelInstrumentation({ instrumentHooks: false, recordExceptions: false })
  instrumentation.setTracerProvider(provider)
  await app.register(instrumentation.plugin())
  app.addHook('onSend', async (request) => {
    const { span } = request.opentelemetry()
    span?.setAttribute('rosella.request_id', request.id)
    if (request.memberId !== null) span?.setAttribute('rosella.member_id', request.memberId)
  })
  return {
    async close() {
      // A collector that is away keeps nobody.
      await provider.shutdown().catch((err) => log.warn({ err }, 'the last traces were not delivered'))
      diag.disable()
    },
  }
}
