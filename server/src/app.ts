import type { AddressInfo } from 'node:net'
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { scheduledBackup, scheduledRehearsal } from './commands/backup/scheduled-backup'
import {
  Activity,
  access,
  findEndedSessions,
  findViewer,
  heedBadAddresses,
  type NewSession,
  openSession,
  sessionRecord,
  trustDevice,
} from './features/access/index'
import { account, deleteOldEmails, refuseDemoMembers } from './features/account/index'
import { admin, ConfigHealth, connectionShortage, nameAdmins } from './features/admin/index'
import { ASSIGN, browse, ImpressionCounter } from './features/browse/index'
import { dates } from './features/dates/index'
import { gestures } from './features/gestures/index'
import { live } from './features/live/index'
import { member } from './features/member/index'
import { messages, messagesSocket } from './features/messages/index'
import { notifications } from './features/notifications/index'
import { findMedia, PhotoMatcher, photos } from './features/photos/index'
import { places } from './features/places/index'
import { profile } from './features/profile/index'
import { questions } from './features/questions/index'
import { openShield, safety } from './features/safety/index'
import { settings } from './features/settings/index'
import { signup } from './features/signup/index'
import { verification } from './features/verification/index'
import { rehashAddresses } from './members/address-hash'
import { UnlistedMembers } from './members/unlisted-members'
import { openObservability } from './open-observability'
import { type Config, processCount } from './platform/config'
import { recordImpersonation } from './platform/database/impersonation'
import { assertVersion, OutdatedVersion } from './platform/database/minimum-version'
import { siteSecret } from './platform/database/site-secret'
import { withTransaction } from './platform/database/transaction'
import { type Feature, HOUR, MINUTE, every as schedule } from './platform/feature'
import { limitInvalidTokens } from './platform/http/authenticate'
import { closeIdleConnections, openHttp, watchAddresses } from './platform/http/http'
import { serveMedia } from './platform/http/media'
import { limiter } from './platform/http/rate-limit'
import { registerRoute } from './platform/http/register-route'
import type { Caller, Route } from './platform/http/route'
import { serveDocs, serveWeb } from './platform/http/static-web'
import { uploadReader } from './platform/http/upload'
import type { Viewer } from './platform/http/viewer'
import { JobRunner } from './platform/jobs/job-runner'
import { deleteDeadJobs } from './platform/jobs/stopped-jobs'
import { LiveConnections } from './platform/live/live-connections'
import { openSocketServer } from './platform/live/socket'
import { eventStreams } from './platform/live/stream'
import { type Overrides, openServices } from './platform/open-services'
import type { Services } from './platform/services'
import { every, inBatches } from './platform/timing'
import { sharePolling } from './platform/workers/share-polling'
import type { SupervisorLink } from './platform/workers/worker'
import { MemberIndex } from './search-index/member-index'
import { Towns } from './search-index/towns'

export interface App {
  services: Services
  http: FastifyInstance
  routes: readonly Route[]
  jobs: JobRunner
  activity: Activity
  memberIndex: MemberIndex
  impressions: ImpressionCounter
  configHealth: ConfigHealth
  /** Returns the address it listens on. */
  listen(): Promise<string>
  /**
   * Fails the health check first so that proxies look elsewhere (unless another process has already taken over), then
   * stops taking work, makes live connections reconnect elsewhere, finishes requests and closes the services.
   */
  close(why?: 'replaced'): Promise<void>
}

/** The path is the same from the sources (server/src) and from the build (server/dist). */
const WEB = new URL('../../web/dist/', import.meta.url)
/** How long a replaced process keeps responding, so that callers can reconnect to its successor. */
const REPLACED_MS = 3000

/** The composition root: opens the services, mounts the features and closes everything in reverse. */
export async function createApp(
  config: Config,
  overrides: Overrides = {},
  supervisor?: SupervisorLink,
): Promise<App> {
  const { close: closeServices, ...opened } = await openServices(config, overrides)
  const services = heedBadAddresses(opened.services)
  const { bus, log, db, clock } = services
  const { withoutSchedule = false, withoutPeriodicJobs = withoutSchedule } = overrides
  const secure = config.site.url.startsWith('https:')
  const logFailure = (err: unknown) => log.warn({ err }, 'scheduled work failed')

  // A session may end while its connection is being opened, so new connections are checked again.
  const recheckSessions = async (ids = connections.sessionIds()) =>
    connections.endSessions(await findEndedSessions(services, ids))
  const connections = new LiveConnections(
    inBatches<number>((ids) => recheckSessions([...new Set(ids)]).catch(logFailure)),
  )

  const activity = new Activity(services)
  const configHealth = new ConfigHealth(services)
  const towns = new Towns()
  const memberIndex = new MemberIndex({ ...services, towns })
  const unlisted = new UnlistedMembers(services)
  const jobs = new JobRunner(services, { withoutPeriodic: withoutPeriodicJobs })
  const shared = {
    ...services,
    photoMatcher: new PhotoMatcher(services),
    towns,
    memberIndex,
    unlisted,
    impressions: new ImpressionCounter(services, { withoutTimer: withoutSchedule }),
    appealSecret: await siteSecret(db, 'appeals'),
    deviceSecret: await siteSecret(db, 'trusted-devices'),
    contactSecret: await siteSecret(db, 'trusted-contacts'),
    twoStepKey: await siteSecret(db, 'two-step'),
  }
  const logInAs = async (session: Omit<NewSession, 'now'>) => {
    const { token } = await withTransaction(services, (tx, emit) =>
      openSession(tx, emit, { ...session, now: clock.now() }),
    )
    return sessionRecord(services, session.memberId, token)
  }
  const logInAfterSignup = async (memberId: number, caller: Caller) => {
    const session = await logInAs({ memberId, openedBy: 'signup', device: caller.device })
    await trustDevice(shared, memberId, caller)
    return session
  }
  const impersonateAs = (memberId: number, staff: Viewer) =>
    logInAs({ memberId, admin: staff, openedBy: 'admin', device: '' })

  let draining = false
  let leaving = false
  // Once a release has raised the minimum, an older process serves nothing more, so that it can't break the new rules.
  let outdated: OutdatedVersion | undefined
  const assertServing = () => {
    if (outdated) throw outdated
  }
  const checkVersion = async () => {
    await assertVersion(db).catch((error) => {
      if (!(error instanceof OutdatedVersion)) throw error
      if (outdated) return
      outdated = error
      log.error({ err: error }, 'process is too old for the database')
      connections.closeAll()
      void jobs.close().catch(logFailure)
    })
  }
  const http = await openHttp({
    log,
    proxies: config.proxies,
    photoOrigin: config.photoBaseUrl.startsWith('/') ? undefined : new URL(config.photoBaseUrl).origin,
    secure,
    logAddresses: config.logAddresses,
  })
  http.addHook('onRequest', async ({ routeOptions: { url = '' } }) => {
    if (!['/healthz', '/readyz', '/metrics'].includes(url)) assertServing()
  })
  const closeIdle = closeIdleConnections(http.server)
  watchAddresses(http, (message) => configHealth.warn('proxy', message))
  const observability = await openObservability(http, {
    config,
    opened,
    connections,
    supervisor,
    jobs,
    configHealth,
    memberIndex,
    isDraining: () => draining || outdated !== undefined,
    // While the database is down, its own part fails.
    checkVersion: () =>
      checkVersion()
        .catch(() => {})
        .then(assertServing),
  })
  if (config.docs) await serveDocs(http, config.site.name)

  const features: readonly Feature[] = [
    access(shared),
    signup({ ...shared, logInAfterSignup }),
    places(shared),
    settings(shared),
    account(shared),
    profile(shared),
    photos(shared),
    verification(shared),
    browse(shared),
    member(shared),
    questions(shared),
    gestures(shared),
    safety(shared),
    messages(shared),
    dates(shared),
    live(shared),
    notifications(shared),
    admin({ ...shared, ...observability, impersonateAs }),
  ]
  const find = limitInvalidTokens(services.rateLimits, async (credentials) => {
    assertServing()
    return findViewer({ ...services, activity }, credentials)
  })
  const withImpersonation = recordImpersonation(clock)
  const context = {
    findViewer: find,
    limits: limiter(services.rateLimits),
    uploads: uploadReader(),
    streams: eventStreams(connections, [config.site.url]),
    secure,
    withImpersonation,
    inFlight: new Set<Promise<unknown>>(),
  }
  const routes = features.flatMap((feature) => feature.routes)
  for (const route of routes) registerRoute(http, context, route)
  serveMedia(http, findMedia(services))
  await serveWeb(http, fileURLToPath(WEB), {
    SITE_NAME: config.site.name,
    SITE_URL: config.site.url,
    PHOTO_BASE: config.photoBaseUrl,
    SITE_CONTACT: config.legal.contact,
    LEGAL_DATE: config.legal.date,
    LEGAL_ADDRESS: config.legal.address,
  })

  for (const { kind, run, options } of features.flatMap((feature) => feature.jobs ?? []))
    jobs.register(kind, run, options)
  const schedules = [
    ...features.flatMap((feature) => feature.schedules ?? []),
    schedule(HOUR, 'delete-dead-jobs', deleteDeadJobs(services)),
    // Of several machines, only one is configured with a folder for backups.
    ...(config.backups
      ? [
          schedule(MINUTE, 'scheduled-backup', scheduledBackup(services, config.backups, config)),
          schedule(HOUR, 'rehearse-restore', scheduledRehearsal(services, config)),
        ]
      : []),
  ]
  for (const { name, seconds, run } of schedules) jobs.registerPeriodic(name, seconds, run)

  // Work that every process does for itself. Scheduled jobs run in one process of the site.
  const ownWork: [seconds: number, work: () => Promise<unknown>][] = [
    [5, checkVersion],
    [15, recheckSessions],
    [300, () => configHealth.check()],
    // Processes that started together do not rebuild together.
    [540 + Math.random() * 120, () => memberIndex.rebuild()],
    [600, async () => unlisted.clear()],
    // The embedded mailbox is a folder of this process.
    [3600, deleteOldEmails(services)],
  ]
  const timers = (withoutSchedule ? [] : ownWork).map(([seconds, work]) => every(seconds, work, logFailure))
  const unsubscribe = [
    bus.subscribe((event) => event.kind === 'session.ended' && connections.endSessions(event.session_ids)),
    bus.onGap(() => void recheckSessions().catch(logFailure)),
  ]

  // Chatting counts as activity too: a member may do nothing else all evening.
  const chat = messagesSocket(
    { ...services, shield: openShield(services) },
    ({ id, session_id, impersonator }) => {
      if (impersonator === null) activity.touch(id, clock.now(), session_id)
    },
  )
  const sockets = openSocketServer({
    server: http.server,
    findViewer: find,
    connections,
    proxies: config.proxies,
    origins: [config.site.url],
    log,
    rateLimits: services.rateLimits,
    withImpersonation,
    follow: (memberId) => bus.follow(`socket:${memberId}`),
    onConnect: (socket) => chat.onConnect(socket, socket.data.viewer),
  })
  const polling = supervisor && (await sharePolling(http.server, sockets.engine, supervisor))
  // A caller that keeps its connection would stay with this process; a new one reaches its successor.
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
    // The server closes idle connections immediately; one whose request has just arrived must be read first.
    await afterReading()
  })

  return {
    services,
    http,
    routes,
    jobs,
    activity,
    memberIndex,
    impressions: shared.impressions,
    configHealth,
    async listen() {
      if (config.production) await refuseDemoMembers(db)
      await rehashAddresses(db)
      await memberIndex.rebuild()
      await jobs.start()
      // So that there are suggestions on the first day.
      if (!withoutPeriodicJobs) void jobs.runPeriodic(ASSIGN).catch(logFailure)
      await nameAdmins(services)
      if (config.database.kind === 'postgres') {
        const numbers = { processes: processCount(config), pool: config.database.connections }
        const shortage = await connectionShortage(db, numbers)
        if (shortage) configHealth.warn('connections', shortage)
      }
      // Not awaited, because an unresponsive mail server must not delay the start.
      if (!withoutSchedule) void configHealth.check().catch(logFailure)
      await http.listen({ port: config.port, host: config.host })
      const { port } = http.server.address() as AddressInfo
      return `http://localhost:${port}`
    },
    async close(why) {
      leaving = true
      draining = why !== 'replaced'
      // Proxies keep sending requests here until they have read /healthz.
      await sleep(draining ? config.drainSeconds * 1000 : REPLACED_MS)
      try {
        await http.close()
        await Promise.allSettled(context.inFlight)
        for (const stop of unsubscribe) stop()
        configHealth.close()
        for (const stop of timers) await stop()
        await jobs.close()
        chat.close()
        for (const feature of features.toReversed()) await feature.close?.()
        memberIndex.close()
        unlisted.close()
        await activity.close()
        await shared.impressions.close()
        await observability.close()
      } finally {
        await closeServices()
      }
    },
  }
}
