import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import { Problem } from '../problem'
import { isApiPath } from './http'

const inHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * The built web client: files by name, and its page for every other address a person may open, with the
 * words of the configuration written into its head, as into the manifest of the app.
 */
export async function serveWeb(
  app: FastifyInstance,
  dir: string,
  words: Record<string, string>,
): Promise<void> {
  if (!existsSync(join(dir, 'index.html'))) return
  const filled = async (name: string, escaped: (text: string) => string): Promise<string> =>
    (await readFile(join(dir, name), 'utf8')).replace(/%([A-Z_]+)%/g, (whole, key: string) =>
      escaped(words[key] ?? whole),
    )
  const page = await filled('index.html', inHtml)
  const ownScripts = ["script-src 'self'", ...scriptHashes(page)].join(' ')
  const manifest = await filled('manifest.webmanifest', inJson)
  const files = await filesIn(dir)
  await app.register(fastifyStatic, {
    root: dir,
    // A route for each of the thousand files would take a third of a second of every start.
    serve: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  )
  /** Who hangs up while a file is sent is nobody's fault. */
  const errorHandler: RouteShorthandOptions['errorHandler'] = (error, request, reply) => {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy()
    else app.errorHandler(error, request, reply)
  }
  app.get('/*', { errorHandler }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (files.has(path)) return reply.sendFile(path)
    if (isApiPath(path) || path.startsWith('/media/')) throw new Problem('unknown-call')
    if (path.startsWith('/assets/')) throw new Problem('not-found')
    const policy = String(reply.getHeader('content-security-policy'))
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy.replace("script-src 'self'", ownScripts))
      .send(page)
  })
}

/** The scripts that the build has written into the page, as the policy names them. */
const scriptHashes = (page: string): string[] =>
  [...page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/** By address. Packed twins are not asked for by name, and what begins with a dot is the build's own. */
async function filesIn(dir: string): Promise<Set<string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(dir, join(entry.parentPath, entry.name))}`)
  return new Set(
    names.filter((name) => !/\/\.|\.(br|gz)$|^\/(index\.html|manifest\.webmanifest)$/.test(name)),
  )
}

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
