import type { Person } from '@rosella/testkit/person'
import { openPushService, PUSH_HOST, type TestPushService } from '@rosella/testkit/push-service'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
let service: TestPushService
beforeAll(async () => {
  service = await openPushService()
  app = await openTestApp({ on: 'postgres', push: service })
})
afterAll(async () => {
  await app.close()
  await service.close()
})

describe('a subscription', () => {
  test('belongs to one session and one browser; the last session to subscribe has it', async () => {
    const [anna, eve] = (await app.members('Anna', 'Eve')) as [Person, Person]
    const { subscription } = service.browser()
    for (const one of [anna, eve, eve]) await one.call('POST /api/push-subscription', { subscription })
    await eve.call('POST /api/push-subscription', { subscription: service.browser().subscription })
    const rows = await app.db
      .selectFrom('push_subscription')
      .where('member_id', 'in', [anna.id, eve.id])
      .select('member_id')
      .execute()
    expect(rows).toEqual([{ member_id: eve.id }])
  })

  test('can be deleted by its address, only by its member', async () => {
    const [anna, eve] = (await app.members('Anna', 'Eve')) as [Person, Person]
    const { subscription } = service.browser()
    const { endpoint } = subscription
    await anna.call('POST /api/push-subscription', { subscription })
    const count = async () =>
      (await app.db.selectFrom('push_subscription').where('member_id', '=', anna.id).select('id').execute())
        .length
    await eve.call('POST /api/push-subscription-delete', { endpoint })
    expect(await count()).toBe(1)
    await anna.call('POST /api/push-subscription-delete', { endpoint })
    expect(await count()).toBe(0)
  })

  test('is renewed by the service worker, which has no session, with its old keys', async () => {
    const [anna] = (await app.members('Anna')) as [Person]
    const [old, renewed, other] = [1, 2, 3].map(() => service.browser().subscription)
    if (!old || !renewed || !other) throw new Error('no subscriptions')
    await anna.call('POST /api/push-subscription', { subscription: old })
    const rows = () =>
      app.db
        .selectFrom('push_subscription')
        .where('member_id', '=', anna.id)
        .select(['id', 'session_id', 'endpoint', 'auth'])
        .execute()
    const before = await rows()
    const renew = async (from: typeof old, to: { endpoint: string }) => {
      const response = await fetch(`${app.url}/api/push-subscription-renew`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ old: from, subscription: to }),
      })
      return [response.status, ((await response.json()) as { code?: string }).code]
    }
    expect(await renew({ ...old, keys: other.keys }, renewed)).toEqual([404, 'push.unknown'])
    expect(await renew(old, { ...renewed, endpoint: 'https://127.0.0.1/a' })).toEqual([
      400,
      'push.subscription',
    ])
    expect(await rows()).toEqual(before)
    // Of 32 concurrent renewals one succeeds; the row keeps its id and session.
    const results = await Promise.all(Array.from({ length: 32 }, () => renew(old, renewed)))
    expect(results.filter(([status]) => status === 200)).toHaveLength(1)
    expect(results.filter(([status]) => status === 404)).toHaveLength(31)
    expect(await rows()).toEqual([{ ...before[0], endpoint: renewed.endpoint, auth: renewed.keys.auth }])
    // It ends with its session.
    await anna.call('POST /api/logout')
    expect(await renew(renewed, other)).toEqual([404, 'push.unknown'])
  })

  test.each([
    { endpoint: 'https://127.0.0.1/a' },
    { endpoint: `http://${PUSH_HOST}/a` },
    { endpoint: `https://${PUSH_HOST}:444/a` },
    { endpoint: 'https://fcm.googleapis.com/a' },
    { endpoint: '' },
    { keys: { p256dh: 'AAAA', auth: 'AAAA' } },
    { keys: { p256dh: '', auth: '' } },
  ])('with %j is refused: PUSH_HOSTS replaces the list', async (wrong) => {
    const [anna] = (await app.members('Anna')) as [Person]
    const subscription = { ...service.browser().subscription, ...wrong }
    const { status, body } = await anna.try('POST /api/push-subscription', { subscription })
    expect([status, body.message]).toEqual([400, "We don't recognise this push service."])
  })

  test('is in the data export, without the address that would let others send', async () => {
    const [anna] = (await app.members('Anna')) as [Person]
    const { subscription } = service.browser()
    await anna.call('POST /api/push-subscription', { subscription })
    const { exportNotifications } = await import('../account/export/export-relations')
    const exported = JSON.stringify(await exportNotifications(app.db, anna.id))
    expect(exported).toContain(PUSH_HOST)
    expect(exported).not.toContain('/send/')
  })
})
