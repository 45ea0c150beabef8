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
 * The built web client: files by name, and its page for every other path, with values of the configuration inserted
 * into the page's head and into the manifest.
 */
export async function serveWeb(
  app: FastifyInstance,
  dir: string,
  values: Record<string, string>,
): Promise<void> {
  if (!existsSync(join(dir, 'index.html'))) return
  const filled = async (name: string, escaped: (text: string) => string): Promise<string> =>
    (await readFile(join(dir, name), 'utf8')).replace(/%([A-Z_]+)%/g, (whole, key: string) =>
      escaped(values[key] ?? whole),
    )
  const page = await filled('index.html', inHtml)
  const ownScripts = ["script-src 'self'", ...scriptHashes(page)].join(' ')
  const manifest = await filled('manifest.webmanifest', inJson)
  const files = await filesIn(dir)
  await app.register(fastifyStatic, {
    root: dir,
    // Registering a route for each of the thousand files would add a third of a second to every start.
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
  /** A caller who disconnects during a file is not an error. */
  const errorHandler: RouteShorthandOptions['errorHandler'] = (error, request, reply) => {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy()
    else app.errorHandler(error, request, reply)
  }
  app.get('/*', { errorHandler }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (files.has(path)) return reply.sendFile(path)
    if (isApiPath(path) || path.startsWith('/media/')) throw new Problem('unknown-call')
    if (path.startsWith('/assets/')) throw new Problem('not-found')
    // The keys of these pages are in their addresses.
    if (path === '/contact' || path === '/alert' || path === '/check-in')
      void reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer')
    const policy = String(reply.getHeader('content-security-policy'))
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy.replace("script-src 'self'", ownScripts))
      .send(page)
  })
}

/** The hashes of the page's inline scripts, for the content security policy. */
const scriptHashes = (page: string): string[] =>
  [...page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/** By path. Compressed variants are not requested by name, and dotfiles belong to the build. */
async function filesIn(dir: string): Promise<Set<string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(dir, join(entry.parentPath, entry.name))}`)
  return new Set(
    names.filter((name) => !/\/\.|\.(br|gz)$|^\/(index\.html|manifest\.webmanifest)$/.test(name)),
  )
}

/** The contract as OpenAPI, for developers; register it before the calls are bound. */
export async function serveDocs(app: FastifyInstance, siteName: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: `${siteName} API`, version: '1', description: 'Generated from the contract.' },
      servers: [{ url: '/' }],
    },
    hideUntagged: true,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}
