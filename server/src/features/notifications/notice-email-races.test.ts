import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** In Sydney, outside quiet hours. */
const NOON = Date.parse('2027-02-01T12:00:00+11:00') / 1000
/** Seconds until a member counts as away. */
const AWAY = 601

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  app.clock.stand(NOON)
})
afterAll(() => app.close())

test('two concurrent processes send one email, 32 times', { timeout: 120_000 }, async () => {
  const second = await app.second()
  try {
    const people = await app.members(...Array.from({ length: 32 }, () => 'Zoe'))
    const ids = people.map(({ id }) => id)
    await app.db.updateTable('account').set({ email_confirmed: true }).where('member_id', 'in', ids).execute()
    app.clock.stand(NOON + AWAY)
    // A member may start at most twenty conversations a day.
    const senders = await app.members('Ben', 'Dan', 'Finn', 'Hugo')
    const sockets = await Promise.all(senders.map((sender) => sender.socket()))
    for (const [n, one] of people.entries()) {
      const two = n % 2 === 0 ? sockets.slice(0, 2) : sockets.slice(2)
      await Promise.all(
        two.map(async (socket) => {
          await say(socket, one, 'Hello there')
          app.server.jobs.wake()
          second.server.jobs.wake()
        }),
      )
    }
    await app.jobsDone()
    app.clock.stand(NOON + 2 * AWAY)
    const counts = new Map(people.map(({ email }) => [email, 0]))
    for (const mail of await app.mail()) {
      if (!/^(You have|News for you)/.test(mail.subject ?? '')) continue
      const address = mail.to?.[0]?.address ?? ''
      const count = counts.get(address)
      if (count !== undefined) counts.set(address, count + 1)
    }
    expect([...counts.values()]).toEqual(people.map(() => 1))
  } finally {
    await second.close()
  }
})
