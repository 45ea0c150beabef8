import { FastifyOtelInstrumentation } from '@fastify/otel'
import { type Attributes, DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../services'

/** The attributes that may be exported. All others, such as URLs with tokens in them, are dropped. */
const EXPORTED = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'fastify.type',
  'rosella.request_id',
  'rosella.member_id',
] as const

/** Wraps an exporter: drops events, which quote errors, the status message and all other attributes. */
export function idsOnly(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(reduced), done),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** A span has methods of its own, so the properties are overridden on a derived object. */
function reduced(span: ReadableSpan): ReadableSpan {
  const attributes = exportedOf(span.attributes)
  const { 'http.request.method': method, 'http.route': route } = attributes
  const name = span.kind === SERVER ? `${method} ${route ?? 'none'}` : 'handler'
  const overrides = { attributes, name, events: [], links: [], status: { code: span.status.code } }
  return Object.create(
    span,
    Object.fromEntries(Object.entries(overrides).map(([key, value]) => [key, { value, enumerable: true }])),
  )
}

/** SpanKind.SERVER. */
const SERVER = 1

const exportedOf = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    EXPORTED.flatMap((key) => (attributes[key] === undefined ? [] : [[key, attributes[key]]])),
  )

export interface TelemetryOptions {
  /** The operator's collector, as in OTEL_EXPORTER_OTLP_ENDPOINT: without /v1/traces. */
  endpoint: string
  version: string
  log: Log
}

/**
 * Sends traces to the operator's own collector. Imported only when switched on, because the library is large. Trace
 * ids sent by callers are ignored.
 */
export async function traceRequests(
  app: FastifyInstance,
  { endpoint, version, log }: TelemetryOptions,
): Promise<{ close(): Promise<void> }> {
  const warn = (message: string) => log.warn({ part: 'telemetry' }, message)
  const quiet = () => {}
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
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
      // An unavailable collector must not delay shutdown.
      await provider.shutdown().catch((err) => log.warn({ err }, 'final traces not delivered'))
      diag.disable()
    },
  }
}
