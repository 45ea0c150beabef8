import { listFilters } from '@rosella/contract/browse/rules'
import { gestures } from '@rosella/contract/gestures/rules'
import type { Person, RouteName } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { strFromU8, unzipSync } from 'fflate'

/** Every request whose reply could name another member. */
type Walk = (other: Person) => Record<string, unknown>[]
const nothingMore: Walk = () => [{}]
export const surfaces: Record<string, Walk> = {
  'GET /api/user': nothingMore,
  'GET /api/sessions': nothingMore,
  'GET /api/passkeys': nothingMore,
  'GET /api/photos': nothingMore,
  'GET /api/user-settings': nothingMore,
  'GET /api/blocked-users': nothingMore,
  'GET /api/not-interested': nothingMore,
  'GET /api/people-i-know': nothingMore,
  'GET /api/my-reports': nothingMore,
  'GET /api/safety-notices': nothingMore,
  'GET /api/my-data': nothingMore,
  'GET /api/dates': nothingMore,
  'GET /api/messages': nothingMore,
  'GET /api/tags': nothingMore,
  'GET /api/preferences': nothingMore,
  'GET /api/verification': nothingMore,
  'GET /api/saved-searches': nothingMore,
  'GET /api/for-you': nothingMore,
  'GET /api/search': nothingMore,
  'GET /api/questions': nothingMore,
  'GET /api/shared-questions': ({ url_hash }) => [{ url_hash }],
  'GET /api/users': () => listFilters.map((filter) => ({ filter })),
  'POST /api/scam-warning-dismiss': ({ id }) => [{ recipient_id: id }],
  'GET /api/view-profile': ({ url_hash }) => [{ url_hash }],
  'POST /api/ask-to-verify': ({ id }) => [{ recipient_id: id }],
  // A second block changes nothing; unblocking would end the test.
  'POST /api/user-action': ({ id }) =>
    gestures.filter((action) => action !== 'unblock').map((action) => ({ action, recipient_id: id })),
}
export const reads = Object.keys(surfaces).filter((route) => route.startsWith('GET'))
/** The crawler opens the stream, sockets and calendar files itself. The site's push key belongs to nobody. */
export const crawledByHand = ['GET /api/date-calendar', 'GET /api/notifications', 'GET /api/push-key']
/**
 * Left out: a report replies with thanks or an error, and past-contacts lists hidden members on purpose and has its
 * own tests.
 */
export const elsewhere = ['POST /api/report-user', 'GET /api/past-contacts']

export const act = async (from: Person, to: Person, ...actions: string[]) => {
  for (const action of actions) await from.call('POST /api/user-action', { action, recipient_id: to.id })
}
export const view = (from: Person, to: Person) =>
  from.call('GET /api/view-profile', { url_hash: to.url_hash })
export const write = async (from: Person, to: Person) => {
  const socket = await from.socket()
  const id = await say(socket, to, 'G’day')
  socket.disconnect()
  return id
}

/** A member who may call everything, and the places where they have found the other. */
export async function openCrawler(me: Person, other: Person, photos: readonly string[]) {
  const marks = [other.url_hash, other.username, ...photos]
  const telltale = new RegExp(`(?<!\\d)${other.id}(?!\\d)|${marks.join('|')}`, 'i')
  const found = new Set<string>()
  const look = (surface: string, answer: unknown) => {
    if (telltale.test(JSON.stringify(answer))) found.add(surface)
  }
  const stream = await me.stream()
  const counters = await stream.next('connections')
  const sockets = [await me.socket(), await me.socket({ receiver_id: other.id })]
  for (const socket of sockets) socket.onAny((event, ...args) => look(`socket ${event}`, args))
  return { me, other, found, look, stream, counters, sockets, since: 0 }
}
export type Crawler = Awaited<ReturnType<typeof openCrawler>>

export async function crawl({ me, other, look, sockets }: Crawler, routes: string[], messages: number[]) {
  for (const route of routes) {
    for (const input of surfaces[route]?.(other) ?? []) {
      const answer =
        route === 'GET /api/my-data' ? await download(me) : (await me.try(route as RouteName, input)).body
      look(input.filter ? `${route} ${input.filter}` : route, answer)
    }
  }
  for (const { id } of (await me.call('GET /api/dates')).dates) {
    const headers = {
      authorization: `Bearer ${me.token}`,
      'x-email': me.email,
      'x-forwarded-for': me.address,
    }
    const calendar = await fetch(`${me.url}/api/date-calendar?id=${id}`, { headers })
    look('GET /api/date-calendar', await calendar.text())
    if (routes.length > reads.length)
      look('socket answer', await sockets[0]?.emitWithAck('answerDate', { id, answer: 'accept' }))
  }
  for (const socket of sockets) {
    look('socket answer', await socket.emitWithAck('fetchMessages', { receiver_id: other.id }))
    for (const id of messages) {
      look('socket answer', await socket.emitWithAck('markRead', id))
      look('socket answer', await socket.emitWithAck('delete', id))
    }
  }
}

/** The content of an export by file; of photos only the names. */
async function download(me: Person): Promise<Record<string, string>> {
  const response = await fetch(`${me.url}/api/my-data`, {
    headers: { authorization: `Bearer ${me.token}`, 'x-email': me.email, 'x-forwarded-for': me.address },
  })
  if (response.status !== 200) throw new Error(`The download answered ${response.status}.`)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, name.endsWith('.jpg') ? '' : strFromU8(bytes)]),
  )
}

/** When an event of a third member has arrived, all earlier ones have too. */
async function arrived({ me, stream }: Crawler, third: Person): Promise<void> {
  await write(third, me)
  await stream.next('message')
}

/** Forgets everything found so far. */
export async function startOver(walker: Crawler, third: Person): Promise<void> {
  await arrived(walker, third)
  walker.found.clear()
  walker.since = walker.stream.everything().length
}

/** Stops and returns everything found. */
export async function finish(walker: Crawler, third: Person): Promise<string[]> {
  await arrived(walker, third)
  const { me, found, look, stream, since } = walker
  for (const { event, data } of stream.everything().slice(since)) look(`stream ${event}`, data)
  me.disconnect()
  return [...found].sort()
}
