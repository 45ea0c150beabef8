// The upper limit of the HTTP server alone: it sends the same bytes and does nothing else.
import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'

const body = readFileSync(process.argv[2] ?? '', 'utf8')
const app = fastify()
app.get('/api/users', (_, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(body),
)
await app.listen({ port: Number(process.argv[3]), host: '127.0.0.1' })
process.send?.('ready')
