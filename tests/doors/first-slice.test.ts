import { openTestHouse, type TestHouse } from '@rosella/testkit/test-house'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.each(['pglite', 'postgres'] as const)('the first slice on %s', (on) => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openTestHouse({ on })
  })
  afterAll(() => house.close())

  test('[P1 §7] logging in with a password answers valid, token and the session fields', async () => {
    const [anna] = await house.cast('Anna')
    if (!anna) throw new Error('no cast')
    const session = await anna.call('POST /api/login', { email: anna.email.toUpperCase(), password: anna.password })
    expect(session).toMatchObject({ valid: true, id: anna.id, username: 'Anna', status: 2, admin: false })
    expect(session.token).not.toBe(anna.token)
  })
})
