import type { Endpoint } from '@rosella/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainAddress } from '../email/address'
import type { EventStreams } from '../live/stream'
import { Problem } from '../problem'
import { compileCheck, compileWriter } from '../validate'
import { authenticate, type FindViewer, readBearer, readCredentials } from './authenticate'
import type { Limiter } from './rate-limit'
import type { Caller, Route } from './route'
import { problemResponse } from './send-problem'
import type { UploadReader } from './upload'
import type { Viewer } from './viewer'

export interface RouteContext {
  findViewer: FindViewer
  limits: Limiter
  uploads: UploadReader
  streams: EventStreams
  /** Whether browsers use TLS. */
  secure: boolean
  /** Runs a call and, during impersonation, records it in the audit log. */
  withImpersonation<T>(viewer: Viewer, call: string, work: () => T): T
  /** Calls in progress, including those whose caller has disconnected. */
  inFlight: Set<Promise<unknown>>
}

/**
 * Binds a call: address limit, session and access, member limit, input shape, account limit, action, reply shape.
 */
export function registerRoute(app: FastifyInstance, context: RouteContext, route: Route): void {
  const { endpoint } = route
  assertRouteKind(route)
  const from = endpoint.method === 'GET' ? 'query' : 'body'
  const call = `${endpoint.method} ${endpoint.path}`
  const check = compileCheck(endpoint.input, from === 'query' ? 'text' : 'json')
  const fields = (request: FastifyRequest): unknown =>
    endpoint.carries === 'one-click'
      ? { ...(request.query as object), ...(request.body as object | null) }
      : from === 'query'
        ? request.query
        : request.body

  const guard = async (request: FastifyRequest): Promise<Viewer> => {
    const credentials = readCredentials(request, fields(request))
    const viewer = await authenticate(context.findViewer, credentials, request.ip, endpoint)
    Object.assign(request, { memberId: viewer.id, impersonatorId: viewer.impersonator })
    await context.limits.count(endpoint, 'member', String(viewer.id))
    return viewer
  }
  const input = async (request: FastifyRequest): Promise<unknown> => {
    const sent = fields(request)
    if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) throw new Problem('invalid')
    const value = check(sent) as { email?: string }
    if (endpoint.access === 'public' && value.email) {
      await context.limits.count(endpoint, 'account', plainAddress(value.email))
    }
    return value
  }

  const callerOf = (request: FastifyRequest, reply: FastifyReply, token: string | undefined): Caller => ({
    address: request.ip,
    device: String(request.headers['user-agent'] ?? '').slice(0, 200),
    token,
    bearer: readBearer(request),
    cookie: (name) => request.cookies[name],
    setCookie: ({ name, value, path, seconds }) => {
      const { secure } = context
      reply.setCookie(name, value, { path, maxAge: seconds, httpOnly: true, sameSite: 'strict', secure })
    },
  })

  const run = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    await context.limits.count(endpoint, 'address', request.ip)
    switch (route.kind) {
      case 'open':
        return route.run(await input(request), callerOf(request, reply, undefined))
      case 'guarded': {
        const viewer = await guard(request)
        const token = readCredentials(request, fields(request))?.token
        const sent = await input(request)
        const caller = callerOf(request, reply, token)
        const result = await context.withImpersonation(viewer, call, () => route.run(viewer, sent, caller))
        if (endpoint.leaves) reply.header('clear-site-data', '"cache"')
        return result
      }
      case 'upload':
        return context.uploads.receive(
          request,
          async (credentials) => {
            const viewer = await authenticate(context.findViewer, credentials, request.ip, endpoint)
            Object.assign(request, { memberId: viewer.id, impersonatorId: viewer.impersonator })
            await context.limits.count(endpoint, 'member', String(viewer.id))
            return viewer
          },
          (viewer, { fields, ...files }) =>
            context.withImpersonation(viewer, call, () => route.run(viewer, files, check(fields))),
          endpoint.files,
        )
      case 'stream': {
        const viewer = await guard(request)
        const sent = await input(request)
        // Later events on the stream are caused by others, so they are not recorded as impersonation.
        return route.run(context.streams.open(request, reply, viewer), sent)
      }
      case 'file': {
        const viewer = await guard(request)
        const sent = await input(request)
        const download = await context.withImpersonation(viewer, call, () => route.run(viewer, sent))
        return reply
          .type(download.type)
          .header('content-disposition', `attachment; filename="${download.name}"`)
          .send(download.body)
      }
    }
  }

  const routeOn = (scope: FastifyInstance) =>
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { isSlow: endpoint.carries === 'upload' },
      schema: {
        summary: endpoint.summary,
        description: `Access: ${endpoint.access}`,
        tags: [endpoint.path.split('/')[2] === 'admin' ? 'admin' : endpoint.access],
        ...(endpoint.carries === 'upload' ? { consumes: ['multipart/form-data'] } : {}),
        ...(from === 'query'
          ? { querystring: endpoint.input }
          : endpoint.carries === 'json'
            ? { body: endpoint.input }
            : {}),
        ...(endpoint.carries === 'stream' || endpoint.carries === 'file'
          ? {}
          : { response: { 200: endpoint.reply, ...problemResponse } }),
      },
      // Shapes are checked in `input`, after access, so that strangers learn nothing about them.
      validatorCompiler: () => () => true,
      serializerCompiler: ({ httpStatus }) =>
        httpStatus === '200' ? compileWriter(endpoint.reply) : JSON.stringify,
      handler: (request, reply) => {
        const running = run(request, reply)
        const done = () => context.inFlight.delete(running)
        context.inFlight.add(running)
        running.then(done, done)
        return running
      },
    })
  if (endpoint.carries === 'one-click')
    void app.register(async (scope) => acceptOneClick(scope, routeOn, endpoint))
  else routeOn(app)
}

/**
 * Mail programs post a form of one of these two types; its content does not matter, because the fields are in the
 * URL. A program that can only open a link is redirected to the page of that name.
 */
function acceptOneClick(
  scope: FastifyInstance,
  routeOn: (scope: FastifyInstance) => void,
  { path }: Endpoint,
): void {
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    if (scope.hasContentTypeParser(type)) scope.removeContentTypeParser(type)
    scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
  }
  scope.get(path, (request, reply) => reply.redirect(request.url.replace(/^\/api/, '')))
  routeOn(scope)
}

function assertRouteKind({ endpoint, kind }: Route): void {
  const expected: Record<Endpoint['carries'], string> = {
    json: endpoint.access === 'public' ? 'open' : 'guarded',
    upload: 'upload',
    stream: 'stream',
    file: 'file',
    'one-click': 'open',
  }
  if (expected[endpoint.carries] !== kind) {
    throw new Error(`${endpoint.method} ${endpoint.path} is declared ${endpoint.access} but bound as ${kind}`)
  }
}
