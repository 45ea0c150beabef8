import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config'
import { commit } from './database/handle'
import { siteSecret } from './database/site-secret'
import { inBatches } from './domain/in-batches'
import { bind } from './doors/bind'
import { serveDocs } from './doors/docs'
import { hangUp } from './doors/hang-up'
import { serveHealth } from './doors/health'
import { openHttp } from './doors/http'
import { LiveConnections } from './doors/live-connections'
import { serveMedia } from './doors/media'
import { serveMetrics } from './doors/metrics'
import { limiter } from './doors/rate-limit'
import { openSocketDoor } from './doors/socket'
import { serveWeb } from './doors/static-web'
import { streamDoor } from './doors/stream'
import { uploadDoor } from './doors/upload'
import { endedSessions } from './features/access/ended-sessions'
import { findViewer } from './features/access/find-viewer'
import { forgetExpired } from './features/access/forget-expired'
import { mailAccessKey } from './features/access/mail-access-key'
import { type NewSession, openSession } from './features/access/open-session'
import { Activity } from './features/access/record-activity'
import { accessRoutes } from './features/access/routes'
import { sessionRecord } from './features/access/session-record'
import { adminContentRoutes } from './features/admin/content-routes'
import { countDays } from './features/admin/count-days'
import { inviteAdmins } from './features/admin/invite-member'
import { liftSuspensions } from './features/admin/lift-suspensions'
import { adminMemberRoutes } from './features/admin/member-routes'
import { adminPhotoRoutes } from './features/admin/photo-routes'
import { adminReportRoutes } from './features/admin/report-routes'
import { browseRoutes } from './features/browse/routes'
import { Standings } from './features/browse/standings'
import { gestureRoutes } from './features/gestures/routes'
import { LiveHub } from './features/live/hub'
import { liveRoutes } from './features/live/routes'
import { memberRoutes } from './features/member/routes'
import { messagesRoutes } from './features/messages/routes'
import { messagesSocket } from './features/messages/socket-handlers'
import { findMedia } from './features/photos/find-media'
import { photosRoutes } from './features/photos/routes'
import { sweepOrphanPhotos } from './features/photos/sweep-orphan-photos'
import { placesRoutes } from './features/places/routes'
import { profileRoutes } from './features/profile/routes'
import { CaseLetters } from './features/safety/case-letters'
import { safetyRoutes } from './features/safety/routes'
import { settingsRoutes } from './features/settings/routes'
import { sendSummaries } from './features/settings/summary/send-summaries'
import { sweepMail } from './features/settings/sweep-mail'
import { signupRoutes } from './features/signup/routes'
import { type Brought, openFoundations } from './open-foundations'
import type { Foundations } from './ports/foundations'
import type { Route } from './ports/route'

export interface House {
  foundations: Foundations
  app: FastifyInstance
  routes: readonly Route[]
  /** Answers the address it listens on. */
  listen(): Promise<string>
  /** A warning to the proxies; no new work, live connections told to move, requests in flight finished, then the foundations. */
  close(): Promise<void>
}

/** The same way from source (server/src) and from the build (server/dist). */
const WEB = new URL('../../web/dist/', import.meta.url)

/** The composition root, built by hand and closed in reverse. Only this file sees everything. */
export async function buildHouse(config: Config, brought: Brought = {}): Promise<House> {
  const { foundations, database, close: closeFoundations } = await openFoundations(config, brought)
  const { bus, log, photos } = foundations
  const onTrouble = (err: unknown) => log.warn({ err }, 'upkeep failed')
  const mailLink = (email: string) => mailAccessKey(foundations, email, 'link')
  const recheckSessions = async (ids = connections.sessionIds()) =>
    connections.endSessions(await endedSessions(foundations, ids))
  // One that ended while its connection was being opened was not there yet to be closed.
  const connections = new LiveConnections(
    inBatches<number>((ids) => recheckSessions([...new Set(ids)]).catch(onTrouble)),
  )
  const activity = new Activity(foundations)
  const hub = new LiveHub(foundations)
  const standings = new Standings(foundations)
  const appealSecret = await siteSecret(foundations.db, 'appeals')
  const letters = new CaseLetters({ ...foundations, appealSecret })
  // A conversation is made of calls as well, and may be all that its member does for an evening.
  const messages = messagesSocket(foundations, ({ id, session_id, impersonator }) => {
    if (impersonator === null) activity.touch(id, foundations.clock.now(), session_id)
  })
  let draining = false

  bus.subscribe((event) => event.kind === 'session.ended' && connections.endSessions(event.session_ids))
  const byTheClock: [seconds: number, work: () => Promise<unknown>][] = [
    [3600, sweepOrphanPhotos(foundations)],
    [3600, forgetExpired(foundations)],
    [3600, sweepMail(foundations)],
    [60, sendSummaries(foundations)],
    [15, recheckSessions],
    [60, () => letters.send()],
    [60, liftSuspensions(foundations)],
    [600, () => countDays(foundations)],
    [600, () => standings.rebuild()],
  ]
  const upkeep = [
    ...(brought.still ? [] : byTheClock).map(([seconds, work]) => every(seconds, work, onTrouble)),
    bus.onGap(() => void recheckSessions().catch(onTrouble)),
  ]

  const app = await openHttp({
    log,
    proxies: config.proxies,
    photoOrigin: config.photoBaseUrl.startsWith('/') ? undefined : new URL(config.photoBaseUrl).origin,
    secure: config.site.url.startsWith('https:'),
  })
  serveHealth(
    app,
    { database: () => database.ping(), events: () => bus.ping(), photos: () => photos.ping() },
    () => draining,
  )
  serveMetrics(app, config.metricsToken, connections)
  if (config.docs) await serveDocs(app, config.site.name)

  const find = (credentials: { email: string; token: string }) =>
    findViewer({ ...foundations, activity }, credentials)
  const entrance = {
    findViewer: find,
    limits: limiter(foundations.limits),
    uploads: uploadDoor(),
    streams: streamDoor(connections, [config.site.url]),
    underWay: new Set<Promise<unknown>>(),
  }
  const logInAs = async (session: Omit<NewSession, 'now'>) => {
    const now = foundations.clock.now()
    const token = await commit(foundations, (tx) => openSession(tx, { ...session, now }))
    return sessionRecord(foundations, session.memberId, token)
  }
  const routes = [
    ...accessRoutes(foundations),
    ...signupRoutes(foundations, (memberId, { device }) => logInAs({ memberId, device })),
    ...placesRoutes(foundations),
    ...settingsRoutes(foundations, (email) => mailAccessKey(foundations, email, 'verify')),
    ...profileRoutes(foundations),
    ...photosRoutes(foundations),
    ...browseRoutes({ ...foundations, standings }),
    ...memberRoutes(foundations),
    ...gestureRoutes(foundations),
    ...safetyRoutes({ ...foundations, appealSecret }),
    ...messagesRoutes(foundations),
    ...liveRoutes(hub),
    ...adminPhotoRoutes(foundations),
    ...adminReportRoutes(foundations),
    ...adminContentRoutes(foundations),
    ...adminMemberRoutes(foundations, {
      impersonateAs: (memberId, admin) => logInAs({ memberId, admin, device: '' }),
      mailLink,
    }),
  ]
  for (const route of routes) bind(app, entrance, route)
  serveMedia(app, findMedia(foundations))
  await serveWeb(app, fileURLToPath(WEB), {
    SITE_NAME: config.site.name,
    PHOTO_BASE: config.photoBaseUrl,
    SITE_CONTACT: config.legal.contact,
    LEGAL_DATE: config.legal.date,
    LEGAL_ADDRESS: config.legal.address,
  })

  const sockets = openSocketDoor({
    server: app.server,
    findViewer: find,
    connections,
    origins: [config.site.url],
    log,
    onConnect: (socket) => messages.onConnect(socket, socket.data.viewer),
  })
  app.addHook('preClose', async () => {
    sockets.emit('refetch')
    connections.closeAll()
    // Not sockets.close(): that would close the HTTP server itself and wait for every idle connection.
    sockets.engine.close()
    hangUp(app.server)
  })

  return {
    foundations,
    app,
    routes,
    async listen() {
      await inviteAdmins(foundations, mailLink)
      await standings.rebuild()
      await app.listen({ port: config.port, host: config.host })
      const { port } = app.server.address() as AddressInfo
      return `http://localhost:${port}`
    },
    async close() {
      draining = true
      // Until the proxies have asked /healthz they send people here, who shall find everything as ever.
      await sleep(config.drainSeconds * 1000)
      try {
        await app.close()
        await Promise.allSettled(entrance.underWay)
        for (const stop of upkeep) stop()
        messages.close()
        hub.close()
        standings.close()
        await letters.close()
        await activity.close()
      } finally {
        await closeFoundations()
      }
    },
  }
}

/** Upkeep that may fail and is tried again the next time. */
function every(seconds: number, work: () => Promise<unknown>, onTrouble: (err: unknown) => void): () => void {
  const run = () => void work().catch(onTrouble)
  const timer = setInterval(run, seconds * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
