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
const ownPages = ['/for-you', '/search', '/messages', '/photos', '/verify-photos', '/edit', '/settings']
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

/** Every route of the site in a demo town, with content on each. */
export async function routesOf(url: string): Promise<{ routes: Route[]; list: Route; profile: Route }> {
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

async function logIn(url: string, role: 'member' | 'admin'): Promise<Person> {
  const email = demoLogIns.find((logIn) => logIn.role === role)?.email ?? ''
  const person = new Person(url)
  const { token, id, url_hash } = await person.call('POST /api/login', { email, password: demoPassword })
  return Object.assign(person, { email, token, id, url_hash })
}
