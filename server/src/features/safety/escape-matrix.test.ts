import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { deleteRetained } from './retained-messages'

/** [P3 §6] Whatever the reported member does, before or after: the words are in the case. */
const DAY = 86_400

interface Said {
  anna: Person
  ben: Person
  threat: number
  words: string
}

describe.each(['pglite', 'postgres'] as const)('on %s', (on) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ on })
  })
  afterEach(() => assertChainWhole(app))
  afterAll(() => app.close())

  const logIn = async (person: Person) => {
    const { token } = await person.call('POST /api/login', {
      email: person.email,
      password: person.password,
    })
    person.token = token
  }
  const takeBack = async ({ ben, threat }: Said) => {
    const socket = await ben.socket()
    expect(await socket.emitWithAck('delete', threat)).toMatchObject({ ok: true })
    socket.disconnect()
  }
  const block = ({ ben, anna }: Said) =>
    ben.call('POST /api/user-action', { action: 'block', recipient_id: anna.id })
  const deactivate = ({ ben }: Said) => ben.call('POST /api/deactivate-account')
  const erase = ({ ben }: Said) => ben.call('DELETE /api/account')
  const escapes: Record<string, (said: Said) => Promise<unknown>> = {
    'a message taken back': takeBack,
    'a block': block,
    deactivation: deactivate,
    erasure: erase,
    'a ban': ({ ben }) => app.admin.call('POST /api/admin/member', { id: ben.id, status: 4, reason: 'Spam' }),
    'all in one': async (said) => {
      await takeBack(said)
      await block(said)
      await deactivate(said)
      await logIn(said.ben)
      await erase(said)
    },
  }

  let cells = 0
  async function meet(): Promise<Said> {
    const [anna, ben] = (await app.members('Anna', { username: 'Ben', premium: true })) as [Person, Person]
    const words = `I know where you live ${++cells} ${on}`
    const [annas, bens] = [await anna.socket(), await ben.socket()]
    await say(annas, ben, 'Hello Ben')
    const threat = await say(bens, anna, words)
    for (const socket of [annas, bens]) socket.disconnect()
    return { anna, ben, threat, words }
  }
  /** As "Report someone I no longer see" does. */
  async function reportByRef({ anna, threat }: Said, report_reason = 'Harassment or threats') {
    const { items } = await anna.call('GET /api/past-contacts')
    const ref = items.find(({ username }) => username === 'Ben')?.ref
    return anna.call('POST /api/report-user', { ref, report_reason, message_id: threat })
  }
  async function cases({ anna }: Said) {
    const { reports } = await anna.call('GET /api/my-reports')
    const read = reports.map(({ id }) => app.admin.call('GET /api/admin/report', { id }))
    return (await Promise.all(read)).map(({ report }) => report)
  }
  const expectWords = async (said: Said, filed: number) => {
    const found = await cases(said)
    expect(found).toHaveLength(filed)
    for (const { snapshot } of found) {
      expect(snapshot?.messages.map(({ text }) => text)).toEqual(['Hello Ben', said.words])
      expect(snapshot?.message_id).toBe(said.threat)
    }
    return found
  }

  describe.each(Object.keys(escapes))('%s', (name) => {
    const escapeBy = (said: Said) => escapes[name]?.(said)

    test('before the report: it is possible, and has the words', async () => {
      const said = await meet()
      await escapeBy(said)
      await reportByRef(said)
      const [report] = await expectWords(said, 1)
      const isErased = report?.member.status === null
      expect(report?.snapshot?.profile === null).toBe(isErased)
      if (isErased) expect(report?.snapshot?.username).toBe('Ben')
    })

    test('after the report: the words stay, and can be reported once more', async () => {
      const said = await meet()
      await said.anna.call('POST /api/report-user', {
        recipient_id: said.ben.id,
        report_reason: 'Harassment or threats',
        message_id: said.threat,
      })
      await escapeBy(said)
      await expectWords(said, 1)
      await reportByRef(said, 'Inappropriate messages')
      const [again, first] = await expectWords(said, 2)
      expect(first?.snapshot?.messages.some(({ held }) => held)).toBe(false)
      const isHeld = again?.snapshot?.messages.find(({ id }) => id === said.threat)?.held ?? false
      expect(isHeld).toBe(['a message taken back', 'erasure', 'all in one'].includes(name))
    })
  })

  /** Every row of every table that has one of these in it; bytes are written as the database writes them, in hex. */
  async function tablesWith(marks: readonly string[]): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(app.db)
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string | null }>`
        select string_agg(t::text, e'\n') as text from ${sql.table(name)} t`.execute(app.db)
      if (marks.some((mark) => rows[0]?.text?.includes(mark))) found.push(name)
    }
    return found
  }

  test('without a report: nobody reads what is held, and 91 days later not one byte of it is left', async () => {
    const [one, two] = [await meet(), await meet()]
    await takeBack(one)
    await escapes['all in one']?.(two)
    const words = [one.words, two.words]
    expect(await tablesWith(words)).toEqual([])
    const held = await app.db
      .selectFrom('retained_message')
      .where('owner_id', 'in', [one.anna.id, two.anna.id])
      .select(['sealed', 'quarter'])
      .execute()
    // The one that was taken back, and both of the conversation of the one who erased.
    expect(held).toHaveLength(3)
    const sealed = held.map((row) => Buffer.from(row.sealed).toString('hex'))
    expect(await tablesWith(sealed)).toEqual(['retained_message'])

    const purge = deleteRetained(app.server.services)
    app.clock.advance(89 * DAY)
    await purge()
    expect(await tablesWith(sealed)).toEqual(['retained_message'])
    app.clock.advance(2 * DAY)
    // What is past its time is opened for nobody, whether or not it has been swept.
    await logIn(one.anna)
    await one.anna.call('POST /api/report-user', {
      recipient_id: one.ben.id,
      report_reason: 'Something else',
    })
    expect(await tablesWith(words)).toEqual([])
    await purge()
    expect(await tablesWith([...words, ...sealed])).toEqual([])

    // The key goes with the last that its quarter could hold; then a copy of the bytes is of no use either.
    app.clock.advance(92 * DAY)
    await purge()
    const { quarter } = held[0] ?? {}
    expect(
      await app.db
        .selectFrom('retained_message_key')
        .where('quarter', '=', quarter ?? '')
        .selectAll()
        .execute(),
    ).toEqual([])
    // By now there was no contact for 180 days.
    await logIn(two.anna)
    expect(await two.anna.call('GET /api/past-contacts')).toEqual({ items: [] })
    expect(await app.db.selectFrom('past_contact').selectAll().execute()).toEqual([])
  })
})
