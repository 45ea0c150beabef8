import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** The contract as OpenAPI, for developers; must be registered before the calls are bound. */
export async function serveDocs(app: FastifyInstance, siteName: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: `${siteName} calls`, version: '1', description: 'Made from the contract itself.' },
      servers: [{ url: '/' }],
    },
    hideUntagged: true,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}
