import type { ProblemBody } from '@rosella/contract/problems'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Attempt, attempts, frames, namesSomething } from './attempts'
import { outcomeOf, send, sessionOf, type TestRequest, write } from './http-request'
import {
  everyone,
  openPermissionMembers,
  type PermissionMembers,
  type Things,
  type Who,
  type Whose,
  whose,
} from './permission-members'
import { refusals } from './permission-refusals'
import { permissions } from './permission-table'

/** A line of the table: a call or socket event, and the owner of the thing it names, or '-'. */
interface Line {
  name: string
  of: Whose | '-'
  /** Needs no session, so an admin acting as a member may make it like anyone. */
  isPublic: boolean
  ask(who: Who, named: Things): Promise<string>
}
const linesOf = (
  name: string,
  input: (named: Things) => unknown,
  ask: Line['ask'],
  isPublic = false,
): Line[] => (namesSomething(input) ? whose : (['-'] as const)).map((of) => ({ name, of, isPublic, ask }))

let cast: PermissionMembers
let picture: Buffer
beforeAll(async () => {
  cast = await openPermissionMembers()
  picture = await testPhoto(1)
})
afterAll(() => cast.close())

/** Everyone sends va=1, which only has a meaning while acting as a member. */
async function askCall({ endpoint, input }: Attempt, who: Who, named: Things): Promise<string> {
  const fields = { va: 1, ...sessionOf(cast.people[who]), ...input(named) }
  if (endpoint.carries === 'stream') return askStream(cast.people[who])
  const sent = write(endpoint, fields, endpoint.carries === 'upload' ? picture : undefined)
  return (await send(cast.app, sent)).outcome
}

async function askStream(person: Person): Promise<string> {
  const abort = new AbortController()
  const query = new URLSearchParams({ va: '1', ...sessionOf(person) })
  const answer = await fetch(`${person.url}/api/notifications?${query}`, { signal: abort.signal })
  const outcome = answer.status === 200 ? 'ok' : outcomeOf(answer.status, await answer.text())
  abort.abort()
  return outcome
}

async function askSocket(event: string | undefined, who: Who, frame: unknown): Promise<string> {
  const person = cast.people[who]
  try {
    const socket = await person.socket({ va: 1 })
    const answer = event && (await socket.timeout(5000).emitWithAck(event as 'delete', frame as number))
    return !answer || answer.ok ? 'ok' : answer.code
  } catch (error) {
    return (error as { data?: ProblemBody }).data?.code ?? String(error)
  } finally {
    person.disconnect()
  }
}

const lines: Line[] = [
  ...attempts.flatMap((attempt) =>
    linesOf(
      attempt.name,
      attempt.input,
      (who, named) => askCall(attempt, who, named),
      attempt.endpoint.access === 'public',
    ),
  ),
  ...linesOf(
    'socket connect',
    () => ({}),
    (who) => askSocket(undefined, who, undefined),
  ),
  ...Object.entries(frames).flatMap(([event, frame]) =>
    linesOf(`socket ${event}`, frame, (who, named) => askSocket(event, who, frame(named))),
  ),
]
/** The audit log must name the admin and the call for everything stored while acting as a member. */
async function isInAudit(name: string): Promise<boolean> {
  const { app, people } = cast
  const { rows } = await sql<{ call: string; rest: object }>`
    select after ->> 'call' as call, coalesce(before, '{}') || (after - 'call') as rest from audit
    where action = 'member.act' and admin_id = ${app.admin.id} and member_id = ${people.impersonating.id}`.execute(
    app.db,
  )
  return (
    rows.length > 0 && rows.every(({ call, rest }) => name.startsWith(call) && Object.keys(rest).length > 0)
  )
}

type Outcomes = Partial<Record<Who, string>>
const ask = (line: Line, who: Who) => line.ask(who, cast.things(who, line.of === '-' ? 'own' : line.of))

/** Every caller’s outcome. A change is restored before the next caller. */
async function outcomesOf(line: Line): Promise<Outcomes> {
  const outcomes: Outcomes = {}
  for (const who of everyone) {
    const answer = await ask(line, who)
    const changed = await cast.snapshot.hasChanged()
    const unsaid = changed && who === 'impersonating' && !line.isPublic && !(await isInAudit(line.name))
    if (changed) await cast.snapshot.restore()
    const deed = changed ? `done${unsaid ? ', and not in the audit log' : ''}` : 'read'
    outcomes[who] = answer === 'ok' ? deed : `${answer}${changed ? ', yet done' : ''}`
  }
  return outcomes
}

/** The same with one look at the database for all callers; undefined if they changed anything. */
async function outcomesWithoutChange(line: Line): Promise<Outcomes | undefined> {
  const outcomes: Outcomes = {}
  for (const who of everyone) {
    const answer = await ask(line, who)
    outcomes[who] = answer === 'ok' ? 'read' : answer
  }
  if (!(await cast.snapshot.hasChanged())) return outcomes
  await cast.snapshot.restore()
}

const labelOf = ({ name, of }: Pick<Line, 'name' | 'of'>): string => `${name} ${of}`

test('the table has exactly one line for every call and kind of thing', () => {
  expect([...permissions.keys()].sort()).toEqual(lines.map(labelOf).sort())
})

describe('[D §1] permissions by call, caller and owner', () => {
  test.each(lines.map((line) => [labelOf(line), line] as const))('%s', async (label, line) => {
    const row = permissions.get(label)
    const expected = everyone.map((who) => {
      const cell = row?.[who] ?? 'nothing'
      return [who, refusals[cell] ?? cell]
    })
    const mayChange = expected.some(([, outcome]) => outcome === 'done')
    // Asking again one by one shows who changed something that nobody may change.
    const outcomes = (!mayChange && (await outcomesWithoutChange(line))) || (await outcomesOf(line))
    expect(outcomes).toEqual(Object.fromEntries(expected))
  })
})

describe('[D §9] no admin call succeeds for a member, whatever it sends', () => {
  const ofAdmins = attempts.filter(({ endpoint }) => endpoint.path.startsWith('/api/admin/'))

  /** Known ways to bypass authorisation. */
  function tricks({ endpoint, input }: Attempt): TestRequest[] {
    const { active: member, admin } = cast.people
    const fields = { ...input(cast.things('admin', 'other')), ...sessionOf(member) }
    const good = write(endpoint, fields)
    const claims = {
      va: 1,
      admin: true,
      role: 'admin',
      premium: true,
      status: 2,
      impersonator: admin.id,
      admin_id: admin.id,
    }
    const changed = [
      { ...fields, ...claims },
      { ...fields, va: 'true' },
      { ...fields, email: admin.email },
      { ...fields, email: [admin.email, member.email], token: [member.token] },
      { ...fields, email: [member.email, admin.email], token: [member.token, member.token] },
      { ...fields, email: `${member.email},${admin.email}`, token: `${member.token}\u0000` },
      { ...fields, token: { $ne: null }, email: { toString: admin.email } },
    ].map((each) => write(endpoint, each))
    const bearer = { authorization: `Bearer ${member.token}` }
    const headers: Record<string, string>[] = [
      { va: '1', 'x-va': '1', 'x-admin': '1', cookie: 'va=1; admin=1' },
      { ...bearer, 'x-email': admin.email },
      { ...bearer, 'x-email': member.email, 'x-original-url': '/api/users', 'x-forwarded-host': 'localhost' },
      { 'x-http-method-override': 'GET', 'x-forwarded-for': '127.0.0.1' },
    ]
    const query = new URLSearchParams({ va: '1', email: admin.email, token: member.token })
    const { url } = good
    const urls = [
      `${url}${url.includes('?') ? '&' : '?'}${query}`,
      `/${url}`,
      url.replace('/api/admin/', '/api/x/../admin/'),
      url.replace('/api/admin/', '/api/%61dmin/'),
      url.replace('/api/admin/', '/api/ADMIN/'),
      url.replace('/api/admin/', '/api/admin/./'),
    ]
    return [
      ...changed,
      ...headers.map((more) => ({ ...good, headers: { ...good.headers, ...more } })),
      ...urls.map((other) => ({ ...good, url: other })),
      ...(endpoint.method === 'GET' ? [{ ...good, method: 'HEAD' as const }] : []),
    ]
  }

  test.each(ofAdmins.map((attempt) => [attempt.name, attempt] as const))('%s', async (_name, attempt) => {
    for (const sent of tricks(attempt)) {
      const { status, outcome, headers } = await send(cast.app, sent)
      // Other paths serve the web client's page to anyone.
      if (status === 200 && String(headers['content-type']).startsWith('text/html')) continue
      expect([400, 401, 403, 404], `${JSON.stringify(sent)}: ${outcome}`).toContain(status)
    }
    expect(await cast.snapshot.hasChanged()).toBe(false)
  })
})

test('[D §1] a hidden member gets exactly the same reply as an unknown one', async () => {
  const hidden = (['unfinished', 'deactivated', 'suspended'] as const).map((who) => cast.things(who, 'own'))
  const towards = attempts.filter(({ endpoint, input }) => {
    const text = JSON.stringify(endpoint.input)
    return endpoint.access === 'active' && namesSomething(input) && /"(url_hash|recipient_id)"/.test(text)
  })
  expect(towards).toHaveLength(13)
  for (const { name, endpoint, input } of towards) {
    const outcomes = async (who: Who, named: Things) => {
      const { status, body } = await send(
        cast.app,
        write(endpoint, { ...sessionOf(cast.people[who]), ...input(named) }),
      )
      return [name, who, status, body]
    }
    for (const who of ['active', 'premium', 'impersonating', 'admin'] as const) {
      const nobody = await outcomes(who, cast.things(who, 'unknown'))
      for (const named of hidden) expect(await outcomes(who, named)).toEqual(nobody)
    }
    // Olive and the member she blocked had contact before, so a report is still possible.
    if (name === 'POST /api/report-user') continue
    const nobody = await outcomes('blocked', cast.things('blocked', 'unknown'))
    expect(await outcomes('blocked', cast.things('blocked', 'other'))).toEqual(nobody)
  }
  expect(await cast.snapshot.hasChanged()).toBe(false)
})
