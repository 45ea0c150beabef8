import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { describe, expect, test } from 'vitest'

const ADDRESS = '203.0.113.9'

/** Makes a call as a browser does, and returns its log line. */
async function lineOf(app: TestApp, { email, token }: Person) {
  const query = new URLSearchParams({ email, token, p: '1', filter: 'newest' })
  const response = await fetch(`${app.url}/api/users?${query}`, { headers: { 'x-forwarded-for': ADDRESS } })
  const id = response.headers.get('x-request-id') ?? 'none'
  await expect.poll(() => app.logLines.some((line) => line.includes(id))).toBe(true)
  return {
    id,
    line: app.logLines.find((each) => each.includes(id) && each.includes('"msg":"request"')) ?? '',
  }
}

describe('the request log', () => {
  test('contains the request id and the member’s id, but no address, token or query', async () => {
    const app = await openTestApp({ on: 'postgres' })
    try {
      const [anna] = (await app.members('Anna')) as [Person]
      const { id, line } = await lineOf(app, anna)
      expect(JSON.parse(line)).toMatchObject({
        reqId: id,
        route: '/api/users',
        status: 200,
        member_id: anna.id,
      })
      for (const secret of [ADDRESS, anna.email, anna.token, 'newest']) expect(line).not.toContain(secret)
      const { token } = await app.admin.call('POST /api/admin/impersonate', {
        id: anna.id,
        reason: 'They asked for help',
      })
      const impersonator = Object.assign(anna.elsewhere(), { token })
      expect(JSON.parse((await lineOf(app, impersonator)).line)).toMatchObject({
        member_id: anna.id,
        admin_id: app.admin.id,
      })
      await fetch(`${app.url}/healthz`)
      expect(app.logLines.join('')).not.toContain(ADDRESS)
    } finally {
      await app.close()
    }
  })

  test('contains addresses with LOG_ADDRESSES=1', async () => {
    const app = await openTestApp({ on: 'postgres', env: { LOG_ADDRESSES: '1' } })
    try {
      const { line } = await lineOf(app, app.admin)
      expect(JSON.parse(line)).toMatchObject({ address: ADDRESS, member_id: app.admin.id })
    } finally {
      await app.close()
    }
  })
})
