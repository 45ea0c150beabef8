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

/** What may be told of a request. Whatever else a library adds, such as addresses with tokens in them, stays here. */
const TOLD = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'fastify.type',
  'rosella.request_id',
  'rosella.member_id',
] as const

/** The same exporter, for spans reduced to that: no events, which quote errors, and no words of a status. */
export function idsOnly(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(reduced), done),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** A span is an object with methods of its own, so what is left out is covered, not removed. */
function reduced(span: ReadableSpan): ReadableSpan {
  const attributes = told(span.attributes)
  const { 'http.request.method': method, 'http.route': route } = attributes
  const name = span.kind === SERVER ? `${method} ${route ?? 'none'}` : 'handler'
  const covered = { attributes, name, events: [], links: [], status: { code: span.status.code } }
  return Object.create(
    span,
    Object.fromEntries(Object.entries(covered).map(([key, value]) => [key, { value, enumerable: true }])),
  )
}

/** SpanKind.SERVER. */
const SERVER = 1

const told = (attributes: Attributes): Attributes =>
  Object.fromEntries(TOLD.flatMap((key) => (attributes[key] === undefined ? [] : [[key, attributes[key]]])))

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
