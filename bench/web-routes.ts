import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listFilters } from '@rosella/contract/browse/rules'
import { defaultSettings } from '@rosella/contract/settings/rules'
import { signUpPerson } from '@rosella/testkit/members'
import { Person } from '@rosella/testkit/person'
import { demoLogIns, demoPassword } from '../tools/demo-town/log-ins'

export interface Route {
  as: 'visitor' | 'newcomer' | 'member' | 'admin'
  /** The route as printed in the table. */
  name: string
  path: string
  /** The session record in the browser, if somebody is logged in. */
  session?: unknown
}

const toVisitors = ['/', '/#log-in', '/#deactivated', '/signup', '/access', '/change-password', '/verify']
const toAnyone = [
  '/faq',
  '/terms',
  '/privacy',
  '/safety',
  '/appeal',
  '/membership',
  '/how-it-works',
  '/unsubscribe',
  '/undo',
  '/two-step',
  '/no/page',
]
const ownPages = [
  '/for-you',
  '/search',
  '/messages',
  '/dates',
  '/photos',
  '/verify-photos',
  '/edit',
  '/questions',
  '/settings',
]
const adminPages = [
  '',
  '/photos',
  '/verifications',
  '/reports',
  '/workload',
  '/members',
  '/members/bulk',
  '/content',
  '/audit',
  '/transparency',
  '/scam-rules',
  '/exposure',
  '/system',
]

/** Every route of the site in a demo town whose emails are in this folder, with content on each. */
export async function routesOf(
  url: string,
  mail: string,
): Promise<{ routes: Route[]; list: Route; profile: Route }> {
  const member = await logIn(url, 'member')
  const admin = await logIn(url, 'admin')
  const { users } = await member.call('GET /api/users', { filter: 'recent', p: 1 })
  const [other] = users
  if (!other) throw new Error('Nobody lives in the town.')
  await member.call('POST /api/report-user', {
    recipient_id: other.id,
    report_reason: defaultSettings.report_reasons[0],
  })
  const { items: reports } = await admin.call('GET /api/admin/reports', {})
  const newcomer = await signUpPerson(url, { username: 'Nadia', active: false }, admin)
  const forContacts = await alertContact(await logIn(url, 'premium'), mail)
  const sessions = {
    member: await member.call('GET /api/user'),
    admin: await admin.call('GET /api/user'),
    newcomer: await newcomer.call('GET /api/user'),
  }
  const as = (who: keyof typeof sessions, path: string, name = path): Route => ({
    as: who,
    name,
    path,
    session: sessions[who],
  })
  const list = as('member', '/', '/ (recent)')
  const profile = as('member', `/${other.url_hash}`, '/{url_hash}')
  const lists = listFilters.filter((filter) => filter !== 'recent')
  return {
    list,
    profile,
    routes: [
      ...[...toVisitors, ...toAnyone, '/newest'].map((path): Route => ({ as: 'visitor', name: path, path })),
      ...forContacts,
      as('newcomer', '/reg-photos'),
      list,
      ...lists.map((filter) => as('member', `/${filter}`)),
      profile,
      as('member', `/${other.url_hash}#messages`, '/{url_hash}#messages'),
      ...ownPages.map((path) => as('member', path)),
      ...adminPages.map((path) => as('admin', `/admin${path}`)),
      as('admin', `/admin/members/${other.id}`, '/admin/members/{id}'),
      ...reports.slice(0, 1).map(({ id }) => as('admin', `/admin/reports/${id}`, '/admin/reports/{id}')),
    ],
  }
}

/** The pages of a trusted contact who has been alerted. */
async function alertContact(person: Person, mail: string): Promise<Route[]> {
  const address = 'trusted-contact@rosella.test'
  const now = Math.floor(Date.now() / 1000)
  const { id } = await person.call('POST /api/check-in', {
    ...{ name: 'Max', place: 'Cafe Numbat, Hobart', at_ts: now, end_ts: now + 3600, grace: 30 },
    contacts: [{ name: 'Ida', email: address }],
  })
  const key = await keyMailedTo(address, mail)
  await person.call('POST /api/contact-answer', { key, answer: 'confirm' })
  await person.call('POST /api/check-in-answer', { id, answer: 'help' })
  return ['/contact', '/alert'].map((path) => ({ as: 'visitor', name: path, path: `${path}?key=${key}` }))
}

async function keyMailedTo(address: string, folder: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    for (const name of await readdir(folder)) {
      const email = name.endsWith('.eml') ? await readFile(join(folder, name), 'utf8') : ''
      if (!email.includes(address)) continue
      // Quoted-printable: lines are broken, and "=" is "=3D".
      const key = /\?key=([\w.-]+)/.exec(email.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1]
      if (key) return key
    }
    await sleep(200)
  }
  throw new Error(`No email to ${address} came.`)
}

async function logIn(url: string, role: 'member' | 'premium' | 'admin'): Promise<Person> {
  const email = demoLogIns.find((logIn) => logIn.role === role)?.email ?? ''
  const person = new Person(url)
  const { token, id, url_hash } = await person.call('POST /api/login', { email, password: demoPassword })
  return Object.assign(person, { email, token, id, url_hash })
}
