import type { AddressInfo } from 'node:net'
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config'
import { recordWhileActing } from './database/acting'
import { refuseDemoMembers } from './database/demo-members'
import { siteSecret } from './database/site-secret'
import { withTransaction } from './database/transaction'
import { inBatches } from './domain/in-batches'
import { endedSessions } from './features/access/ended-sessions'
import { findViewer } from './features/access/find-viewer'
import { keyRoutes } from './features/access/key-routes'
import { rememberBrowser } from './features/access/known-browser'
import { type NewSession, openSession } from './features/access/open-session'
import { Activity } from './features/access/record-activity'
import { accessRoutes } from './features/access/routes'
import { sessionRecord } from './features/access/session-record'
import { accountRoutes } from './features/account/routes'
import { sweepMail } from './features/account/sweep-mail'
import { adminContentRoutes } from './features/admin/content-routes'
import { adminMemberRoutes } from './features/admin/member-routes'
import { nameAdmins } from './features/admin/name-admins'
import { adminPhotoRoutes } from './features/admin/photo-routes'
import { adminReportRoutes } from './features/admin/report-routes'
import { SetupWatch } from './features/admin/setup-watch'
import { adminShieldRoutes } from './features/admin/shield-routes'
import { adminSystemRoutes } from './features/admin/system-routes'
import { adminVerificationRoutes } from './features/admin/verification-routes'
import { ImpressionCounter } from './features/browse/for-you/impression-counter'
import { Towns } from './features/browse/index/towns'
import { MemberIndex } from './features/browse/member-index'
import { browseRoutes } from './features/browse/routes'
import { gestureRoutes } from './features/gestures/routes'
import { liveRoutes } from './features/live/routes'
import { SseHub } from './features/live/sse-hub'
import { memberRoutes } from './features/member/routes'
import { messagesRoutes } from './features/messages/routes'
import { messagesSocket } from './features/messages/socket-handlers'
import { notificationsRoutes } from './features/notifications/routes'
import { findMedia } from './features/photos/find-media'
import { photosRoutes } from './features/photos/routes'
import { placesRoutes } from './features/places/routes'
import { profileRoutes } from './features/profile/routes'
import { safetyRoutes } from './features/safety/routes'
import { openShield } from './features/safety/shield/open-shield'
import { settingsRoutes } from './features/settings/routes'
import { signupRoutes } from './features/signup/routes'
import { verificationRoutes } from './features/verification/routes'
import type { JobRunner } from './jobs/job-runner'
import { every } from './jobs/process-timer'
import { type Overrides, openServices } from './open-services'
import { openWatching } from './open-watching'
import type { Route } from './ports/route'
import type { Services } from './ports/services'
import type { Siblings } from './ports/siblings'
import { ASSIGN, registerJobs } from './register-jobs'
import { watchAddresses } from './transport/address-watch'
import { limitBogusTokens } from './transport/bogus-tokens'
import { closeIdleConnections } from './transport/close-idle-connections'
import { serveDocs } from './transport/docs'
import { openHttp } from './transport/http'
import { LiveConnections } from './transport/live-connections'
import { serveMedia } from './transport/media'
import { limiter } from './transport/rate-limit'
import { registerRoute } from './transport/register-route'
import { sharePolling } from './transport/share-polling'
import { openSocketServer } from './transport/socket'
import { serveWeb } from './transport/static-web'
import { eventStreams } from './transport/stream'
import { uploadReader } from './transport/upload'

export interface App {
  services: Services
  http: FastifyInstance
  routes: readonly Route[]
  jobs: JobRunner
  /** Counted in memory, written now and then. */
  impressions: ImpressionCounter
  /** What has to be mended in the configuration. */
  setup: SetupWatch
  /** Answers the address it listens on. */
  listen(): Promise<string>
  /**
   * A warning to the proxies, unless another process has taken this one's place already; no new work, live connections
   * told to move, requests in flight finished, then the services.
   */
  close(why?: 'replaced'): Promise<void>
}

/** The same way from source (server/src) and from the build (server/dist). */
const WEB = new URL('../../web/dist/', import.meta.url)
/** In which whoever calls again is sent to the process that has taken this one's place. */
const REPLACED_MS = 3000

/** The composition root, built by hand and closed in reverse. Only this file sees everything. */
export async function createApp(
  config: Config,
  overrides: Overrides = {},
  siblings?: Siblings,
): Promise<App> {
  const { close: closeServices, ...opened } = await openServices(config, overrides)
  const { services } = opened
  const { bus, log } = services
  const onTrouble = (err: unknown) => log.warn({ err }, 'work by the clock failed')
  const recheckSessions = async (ids = connections.sessionIds()) =>
    connections.endSessions(await endedSessions(services, ids))
  // One that ended while its connection was being opened was not there yet to be closed.
  const connections = new LiveConnections(
    inBatches<number>((ids) => recheckSessions([...new Set(ids)]).catch(onTrouble)),
  )
  const activity = new Activity(services)
  const impressions = new ImpressionCounter(services, { withoutTimer: overrides.withoutSchedule ?? false })
  const hub = new SseHub(services)
  const towns = new Towns()
  const memberIndex = config.memberIndex ? new MemberIndex({ ...services, towns }) : undefined
  const finder = { db: services.db, towns, memberIndex }
  const appealSecret = await siteSecret(services.db, 'appeals')
  const browserSecret = await siteSecret(services.db, 'known-browsers')
  const access = { ...services, browserSecret, secondKey: await siteSecret(services.db, 'second-step') }
  const jobs = registerJobs({ ...services, ...finder, appealSecret }, config, overrides)
  // A conversation is made of calls as well, and may be all that its member does for an evening.
  const messages = messagesSocket(
    { ...services, shield: openShield(services) },
    ({ id, session_id, impersonator }) => {
      if (impersonator === null) activity.touch(id, services.clock.now(), session_id)
    },
  )
  const setup = new SetupWatch(services)
  const whileActing = recordWhileActing(services.clock)
  let draining = false
  let leaving = false

  bus.subscribe((event) => event.kind === 'session.ended' && connections.endSessions(event.session_ids))
  // What each process does for itself; what the site does once is a periodic job (register-jobs.ts).
  const ownWork: [seconds: number, work: () => Promise<unknown>][] = [
    [15, recheckSessions],
    [300, () => setup.check()],
    [600, async () => memberIndex?.rebuild()],
    // The embedded mail box is a folder of this process.
    [3600, sweepMail(services)],
  ]
  const timers = (overrides.withoutSchedule ? [] : ownWork).map(([seconds, work]) =>
    every(seconds, work, onTrouble),
  )
  const stopListening = bus.onGap(() => void recheckSessions().catch(onTrouble))

  const http = await openHttp({
    log,
    proxies: config.proxies,
    photoOrigin: config.photoBaseUrl.startsWith('/') ? undefined : new URL(config.photoBaseUrl).origin,
    secure: config.site.url.startsWith('https:'),
    logAddresses: config.logAddresses,
  })
  const closeIdle = closeIdleConnections(http.server)
  watchAddresses(http, (words) => setup.warn('proxy', words))
  const watched = { config, opened, connections, siblings, jobs, setup, memberIndex }
  const watching = await openWatching(http, { ...watched, isDraining: () => draining })
  if (config.docs) await serveDocs(http, config.site.name)

  const find = limitBogusTokens(services.limits, (credentials) =>
    findViewer({ ...services, activity }, credentials),
  )
  const context = {
    findViewer: find,
    limits: limiter(services.limits),
    uploads: uploadReader(),
    streams: eventStreams(connections, [config.site.url]),
    secure: config.site.url.startsWith('https:'),
    whileActing,
    inFlight: new Set<Promise<unknown>>(),
  }
  const logInAs = async (session: Omit<NewSession, 'now'>) => {
    const now = services.clock.now()
    const { token } = await withTransaction(services, (tx, emit) =>
      openSession(tx, emit, { ...session, now }),
    )
    return sessionRecord(services, session.memberId, token)
  }
  const routes = [
    ...accessRoutes(access),
    ...keyRoutes(access),
    ...signupRoutes(services, async (memberId, caller) => {
      const session = await logInAs({ memberId, openedBy: 'signup', device: caller.device })
      await rememberBrowser(access, memberId, caller)
      return session
    }),
    ...placesRoutes(services),
    ...settingsRoutes(services),
    ...accountRoutes(services),
    ...profileRoutes(services),
    ...photosRoutes(services),
    ...verificationRoutes(services),
    ...browseRoutes({ ...services, ...finder, impressions }),
    ...memberRoutes({ ...services, impressions }),
    ...gestureRoutes({ ...services, impressions }),
    ...safetyRoutes({ ...services, appealSecret }),
    ...messagesRoutes(services),
    ...liveRoutes(hub),
    ...notificationsRoutes(services),
    ...adminPhotoRoutes(services),
    ...adminVerificationRoutes(services),
    ...adminReportRoutes(services),
    ...adminContentRoutes(services),
    ...adminShieldRoutes(services),
    ...adminSystemRoutes({ ...services, ...watching }),
    ...adminMemberRoutes(services, (memberId, admin) =>
      logInAs({ memberId, admin, openedBy: 'admin', device: '' }),
    ),
  ]
  for (const route of routes) registerRoute(http, context, route)
  serveMedia(http, findMedia(services))
  await serveWeb(http, fileURLToPath(WEB), {
    SITE_NAME: config.site.name,
    PHOTO_BASE: config.photoBaseUrl,
    SITE_CONTACT: config.legal.contact,
    LEGAL_DATE: config.legal.date,
    LEGAL_ADDRESS: config.legal.address,
  })

  const sockets = openSocketServer({
    server: http.server,
    findViewer: find,
    connections,
    proxies: config.proxies,
    origins: [config.site.url],
    log,
    whileActing,
    onConnect: (socket) => messages.onConnect(socket, socket.data.viewer),
  })
  const polling = siblings && (await sharePolling(http.server, sockets.engine, siblings))
  // Whoever keeps a connection calls again on another one, which another process gets.
  http.addHook('onSend', async (_request, reply) => {
    if (leaving) void reply.header('connection', 'close')
  })
  http.addHook('preClose', async () => {
    sockets.emit('refetch')
    connections.closeAll()
    // Not sockets.close(): that would close the HTTP server itself and wait for every idle connection.
    sockets.engine.close()
    polling?.close()
    closeIdle()
    // The server closes idle connections at once, and who has asked already is not idle.
    await afterReading()
  })

  return {
    services,
    http,
    routes,
    jobs,
    impressions,
    setup,
    async listen() {
      if (config.production) await refuseDemoMembers(services.db)
      await jobs.start()
      if (!overrides.withoutSchedule && !overrides.withoutPeriodicJobs)
        void jobs.runPeriodic(ASSIGN).catch(onTrouble)
      await nameAdmins(services)
      // Until it stands, SQL answers.
      void memberIndex?.rebuild().catch(() => {})
      // A mail server that does not answer keeps nobody waiting at the door.
      if (!overrides.withoutSchedule) void setup.check().catch(onTrouble)
      await http.listen({ port: config.port, host: config.host })
      const { port } = http.server.address() as AddressInfo
      return `http://localhost:${port}`
    },
    async close(why) {
      leaving = true
      draining = why !== 'replaced'
      // Until the proxies have asked /healthz they send people here, who shall find everything as ever.
      await sleep(draining ? config.drainSeconds * 1000 : REPLACED_MS)
      try {
        await http.close()
        await Promise.allSettled(context.inFlight)
        stopListening()
        setup.close()
        for (const stop of timers) await stop()
        await jobs.close()
        messages.close()
        hub.close()
        memberIndex?.close()
        await activity.close()
        await impressions.close()
        await watching.close()
      } finally {
        await closeServices()
      }
    },
  }
}
