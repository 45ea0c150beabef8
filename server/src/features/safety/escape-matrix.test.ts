import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { deleteRetained } from './retained-messages'

/** [P3 §6] Whatever the reported member does before or after the report, the case has the message. */
const DAY = 86_400

interface Said {
  anna: Person
  ben: Person
  threat: number
  text: string
}

describe('every escape and every report', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp()
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
    'a deleted message': takeBack,
    'a block': block,
    deactivation: deactivate,
    erasure: erase,
    'a ban': ({ ben }) => app.admin.call('POST /api/admin/member', { id: ben.id, status: 4, reason: 'Spam' }),
    'all of these': async (said) => {
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
    const text = `I know where you live ${++cells}`
    const [annas, bens] = [await anna.socket(), await ben.socket()]
    await say(annas, ben, 'Hello Ben')
    const threat = await say(bens, anna, text)
    for (const socket of [annas, bens]) socket.disconnect()
    return { anna, ben, threat, text }
  }
  /** Like "Report someone I can no longer see". */
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
  const expectEvidence = async (said: Said, filed: number) => {
    const found = await cases(said)
    expect(found).toHaveLength(filed)
    for (const { snapshot } of found) {
      expect(snapshot?.messages.map(({ text }) => text)).toEqual(['Hello Ben', said.text])
      expect(snapshot?.message_id).toBe(said.threat)
    }
    return found
  }

  describe.each(Object.keys(escapes))('%s', (name) => {
    const escapeBy = (said: Said) => escapes[name]?.(said)

    test('can still be reported afterwards, with the message', async () => {
      const said = await meet()
      await escapeBy(said)
      await reportByRef(said)
      const [report] = await expectEvidence(said, 1)
      const isErased = report?.member.status === null
      expect(report?.snapshot?.profile === null).toBe(isErased)
      if (isErased) expect(report?.snapshot?.username).toBe('Ben')
    })

    test('does not change an earlier report, and the message can be reported again', async () => {
      const said = await meet()
      await said.anna.call('POST /api/report-user', {
        recipient_id: said.ben.id,
        report_reason: 'Harassment or threats',
        message_id: said.threat,
      })
      await escapeBy(said)
      await expectEvidence(said, 1)
      await reportByRef(said, 'Inappropriate messages')
      const [again, first] = await expectEvidence(said, 2)
      expect(first?.snapshot?.messages.some(({ held }) => held)).toBe(false)
      const isRetained = again?.snapshot?.messages.find(({ id }) => id === said.threat)?.held ?? false
      expect(isRetained).toBe(['a deleted message', 'erasure', 'all of these'].includes(name))
    })
  })

  /** The tables with a row that contains one of the marks. Bytes appear as the database prints them, in hex. */
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

  test('without a report nobody can read retained messages, and after 91 days no byte of them is left', async () => {
    const [one, two] = [await meet(), await meet()]
    await takeBack(one)
    await escapes['all of these']?.(two)
    const text = [one.text, two.text]
    expect(await tablesWith(text)).toEqual([])
    const retained = await app.db
      .selectFrom('retained_message')
      .where('owner_id', 'in', [one.anna.id, two.anna.id])
      .select(['sealed', 'quarter'])
      .execute()
    // The deleted message, and both messages of the erased member's conversation.
    expect(retained).toHaveLength(3)
    const sealed = retained.map((row) => Buffer.from(row.sealed).toString('hex'))
    expect(await tablesWith(sealed)).toEqual(['retained_message'])

    const purge = deleteRetained(app.server.services)
    app.clock.advance(89 * DAY)
    await purge()
    expect(await tablesWith(sealed)).toEqual(['retained_message'])
    app.clock.advance(2 * DAY)
    // Expired messages are not opened, even if they have not been deleted yet.
    await logIn(one.anna)
    await one.anna.call('POST /api/report-user', {
      recipient_id: one.ben.id,
      report_reason: 'Something else',
    })
    expect(await tablesWith(text)).toEqual([])
    await purge()
    expect(await tablesWith([...text, ...sealed])).toEqual([])

    // The key is deleted with its quarter's last message; after that a copy of the bytes is useless.
    app.clock.advance(92 * DAY)
    await purge()
    const { quarter } = retained[0] ?? {}
    expect(
      await app.db
        .selectFrom('retained_message_key')
        .where('quarter', '=', quarter ?? '')
        .selectAll()
        .execute(),
    ).toEqual([])
    // By now the last contact is more than 180 days ago.
    await logIn(two.anna)
    expect(await two.anna.call('GET /api/past-contacts')).toEqual({ items: [], pages: 0 })
    expect(await app.db.selectFrom('past_contact').selectAll().execute()).toEqual([])
  })
})
