import { connect } from 'node:net'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { RedisServer } from '@rosella/testkit/redis-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe('the HTTP transport', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ env: { METRICS_TOKEN: 'metrics-token' } })
  })
  afterAll(() => app.close())

  const post = (body: string, type = 'application/json') =>
    fetch(`${app.url}/api/login`, { method: 'POST', headers: { 'content-type': type }, body })
  const answerOf = async (response: Response) => [response.status, await response.json()]

  test('an unknown call is a JSON 404', async () => {
    for (const path of ['/api/nothing', '/api', '/api/users/1']) {
      expect(await answerOf(await fetch(app.url + path))).toEqual([404, problemBody('unknown-call')])
    }
    const response = await fetch(`${app.url}/api/nothing`, { method: 'POST', body: '{}' })
    expect(response.status).toBe(404)
  })

  test('broken JSON is a 400 with a message', async () => {
    for (const body of ['{"email":', '', 'nonsense', '{"__proto__":{"a":1}}']) {
      const response = await post(body)
      expect([body, response.status, typeof (await response.json()).message]).toEqual([body, 400, 'string'])
    }
    for (const body of ['[]', 'null', '5', '"text"']) expect((await post(body)).status).toBe(400)
  })

  test('a wrong content type is a 415, an oversized body a 413', async () => {
    expect(await answerOf(await post('a=1', 'application/x-www-form-urlencoded'))).toEqual([
      415,
      problemBody('bad-content-type'),
    ])
    expect(await answerOf(await post(JSON.stringify({ email: 'x'.repeat(70_000) })))).toEqual([
      413,
      problemBody('body-too-large'),
    ])
  })

  test('invalid input is a 400 whose message names the field', async () => {
    expect(await answerOf(await post('{"password":"12345678"}'))).toEqual([400, problemBody('email.invalid')])
    expect(await answerOf(await post('{"email":"no address","password":"12345678"}'))).toEqual([
      400,
      problemBody('email.invalid'),
    ])
    expect(await answerOf(await post('{"email":"a@b.cd","code":"12x456"}'))).toEqual([
      400,
      problemBody('code.invalid'),
    ])
    const [anna] = await app.members('Anna')
    expect((await anna?.try('GET /api/users', { p: 'x' }))?.body.message).toMatch(/\bp\b/)
    expect(
      (await anna?.try('POST /api/user-action', { action: 'like', recipient_id: '7' }))?.body.message,
    ).toMatch(/recipient_id/)
  })

  test('an address of 5,000 characters is refused immediately', async () => {
    const before = performance.now()
    expect((await post(JSON.stringify({ email: `${'a@'.repeat(2500)}`, password: '12345678' }))).status).toBe(
      400,
    )
    expect(performance.now() - before).toBeLessThan(2000)
  })

  test('[D §1] headers can carry the session, which keeps tokens out of the URL', async () => {
    const [ben] = await app.members('Ben')
    const response = await fetch(`${app.url}/api/user`, {
      headers: { authorization: `Bearer ${ben?.token}`, 'x-email': ben?.email ?? '' },
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: ben?.id, user: { username: 'Ben' } })
  })

  test('replies are never cached and have a strict content policy', async () => {
    const response = await fetch(`${app.url}/api/settings`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('strict-transport-security')).toContain('max-age')
  })

  test('no log line contains a token, password, code or access hash', async () => {
    const [cara] = await app.members('Cara')
    await cara?.call('GET /api/user')
    await cara?.try('POST /api/login', { email: cara.email, password: 'Wrong-Password-1' })
    await cara?.try('POST /api/login', { email: cara.email, hash: 'ab'.repeat(32) })
    await cara?.try('POST /api/login', { email: cara.email, code: '918273' })
    const log = app.logLines.join('')
    expect(log).toContain('/api/user')
    for (const secret of [
      cara?.token ?? '?',
      'Wrong-Password-1',
      'ab'.repeat(32),
      '918273',
      'Correct-Horse-9',
    ]) {
      expect(log).not.toContain(secret)
    }
  })

  test('/healthz, /readyz, and /metrics behind its token', async () => {
    const healthy = await fetch(`${app.url}/healthz`)
    expect([healthy.status, await healthy.json()]).toEqual([200, { ok: true, draining: false }])
    const ready = async () => {
      const answer = await fetch(`${app.url}/readyz`)
      return [answer.status, await answer.json()]
    }
    await expect.poll(ready).toEqual([
      200,
      {
        ready: true,
        draining: false,
        database: true,
        events: true,
        photos: true,
        index: true,
        version: true,
      },
    ])
    expect((await fetch(`${app.url}/metrics`)).status).toBe(401)
    const response = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer metrics-token' } })
    const metrics = await response.text()
    expect(metrics).toContain('rosella_http_request_seconds')
    // The email with the admin's link was sent by a job.
    expect(metrics).toMatch(/rosella_jobs_done_total\{kind="access-mail"\} [1-9]/)
    expect(metrics).toContain('rosella_jobs{state="dead"} 0')
    expect(metrics).toContain('rosella_jobs_oldest_due_seconds{state="waiting"} 0')
  })

  test('the contract is readable at /api/docs', async () => {
    const openapi = await (await fetch(`${app.url}/api/docs/json`)).json()
    expect(Object.keys(openapi.paths)).toContain('/api/login')
    expect(openapi.paths['/api/users'].get.parameters.map((p: { name: string }) => p.name)).toContain(
      'filter',
    )
  })

  test('endless headers and bodies time out after 10 seconds while other requests are served', async () => {
    const { hostname, port } = new URL(app.url)
    const trickle = (start: string) =>
      new Promise<string>((resolve, reject) => {
        let text = ''
        const socket = connect(Number(port), hostname, () => socket.write(start))
        socket.on('data', (data) => {
          text += data
        })
        socket.on('close', () => resolve(text))
        socket.on('error', reject)
      })
    const head = 'POST /api/login HTTP/1.1\r\nhost: x\r\n'
    const before = performance.now()
    const slow = Promise.all([
      trickle(head),
      trickle(`${head}content-type: application/json\r\ncontent-length: 50\r\n\r\n{`),
    ])
    // A socket that never authenticates.
    const polling = `${app.url}/api/socket.io/?EIO=4&transport=polling`
    const { sid } = JSON.parse((await (await fetch(polling)).text()).slice(1)) as { sid: string }
    const silent = fetch(`${polling}&sid=${sid}`).then((response) => response.text())
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    const answers = await slow
    await silent
    expect((await fetch(`${polling}&sid=${sid}`)).status).toBe(400)
    expect(performance.now() - before).toBeGreaterThan(9000)
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect(answers[1]).toContain('The request took too long to arrive. Please try again.')
  }, 60_000)

  test('a request that is not HTTP gets a reply and is closed', async () => {
    const { hostname, port } = new URL(app.url)
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write('GARBAGE\r\n\r\n'))
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    const healthy = await fetch(`${app.url}/healthz`)
    expect([healthy.status, await healthy.json()]).toEqual([200, { ok: true, draining: false }])
  })
})

test('a site that starts while Redis is down serves everything, logs it once, and uses Redis later', async () => {
  const redis = await RedisServer.start({ persistent: false })
  await redis.kill()
  const app = await openTestApp({ on: 'postgres', env: { REDIS_URL: redis.url } })
  try {
    const [anna] = (await app.members('Anna')) as [Person]
    expect((await anna.try('GET /api/users')).status).toBe(200)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503)
    const reports = app.logLines.filter((line) => line.includes('"part":"events"'))
    expect(reports).toHaveLength(1)
    await redis.start()
    await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { timeout: 15_000 }).toBe(200)
  } finally {
    await app.close()
    await redis.remove()
  }
})
