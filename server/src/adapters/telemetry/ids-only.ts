import type { Attributes } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node'

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
