import type { Endpoint } from '@rosella/contract/endpoint'
import { profileFieldNames } from '@rosella/contract/profile/fields'
import { userSettingKeys } from '@rosella/contract/settings/endpoints'
import { defaultSettings } from '@rosella/contract/settings/rules'
import { credentials } from '@rosella/contract/shapes'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Attempt, attempts } from './attempts'
import { send, sessionOf, type TestRequest, write } from './http-request'
import { anyValue, injections, oddTexts, oddValues } from './odd-values'
import { openPermissionMembers, type PermissionMembers } from './permission-members'

/** `ATTACK_RUNS=1000 npm run attack` runs many more. Each failure names its seed. */
const RUNS = Number(process.env.ATTACK_RUNS ?? 4)
let fields = 0
/** With ATTACK_RUNS every field gets every value; otherwise each field gets the next third of them. */
function share<T>(values: readonly T[]): readonly T[] {
  fields += 1
  return process.env.ATTACK_RUNS ? values : values.filter((_, at) => at % 3 === fields % 3)
}
const texts = [...injections, ...oddTexts]
const timeout = 60_000 + RUNS * 100

let cast: PermissionMembers
beforeAll(async () => {
  cast = await openPermissionMembers()
})
afterAll(() => cast.close())
// Rate limits have their own tests; here they would hide what is under attack.
beforeEach(() => {
  vi.spyOn(cast.app.server.services.rateLimits, 'hit').mockResolvedValue({ allowed: true, waitSeconds: 0 })
})

const LEAKS = /syntax error|violates|node_modules|\.ts:\d|\bat \w+ \(|select .*? from|kysely|ECONN/gi

/**
 * Expects a reply, with a message if it is an error, that reveals nothing internal. Restores the database afterwards.
 */
async function assertAnswer(sent: TestRequest): Promise<number> {
  const { status, outcome, body } = await send(cast.app, sent)
  const asked = JSON.stringify(sent)
  const about = `${asked.slice(0, 2000)}: ${status} ${body.slice(0, 300)}`
  expect(status, about).toBeLessThan(500)
  if (status !== 200 && status !== 302) {
    expect(outcome, about).not.toMatch(/^\d/)
    // An error may repeat the input, as in "Please check this address: …".
    expect(
      [...body.matchAll(LEAKS)].filter(([leak]) => !asked.includes(leak)),
      about,
    ).toEqual([])
  } else if (await cast.snapshot.hasChanged()) await cast.snapshot.restore()
  return status
}

/** The fields of a legitimate caller: a premium member, or an admin, acting on someone else's things. */
function goodFields({ endpoint, input }: Attempt): Record<string, unknown> {
  const who = endpoint.path.startsWith('/api/admin/') ? 'admin' : 'premium'
  return { ...sessionOf(cast.people[who]), ...input(cast.things(who, 'other')) }
}

type Fields = Record<string, unknown>
type Path = readonly (string | number)[]

/** Where a value may be: the fields that the contract declares, and the values inside the sent ones. */
function pathsOf({ input }: Endpoint, sent: Fields, fits = (_schema: unknown) => true): Path[] {
  const { properties } = input as unknown as { properties: Fields }
  const own = Object.keys(properties)
    .filter((field) => !(field in credentials) || !('token' in properties))
    .filter((field) => fits(properties[field]))
  return own.flatMap((field) => [[field], ...pathsIn(sent[field], [field])])
}
/** Whether the schema accepts a text, anything, or something that contains one. */
const isText = (schema: unknown): boolean => /"string"|"items"|^\{\}$/.test(JSON.stringify(schema))
function pathsIn(value: unknown, above: Path): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...above, Array.isArray(value) ? Number(key) : key]
    return [path, ...pathsIn(inner, path)]
  })
}
function put(fields: Fields, path: Path, value: unknown): Fields {
  const copy = structuredClone(fields)
  const inner = path.slice(0, -1).reduce((at, key) => at[key] as Fields, copy)
  inner[path.at(-1) ?? ''] = value
  return copy
}

const everyCall = attempts.map((attempt) => [attempt.name, attempt] as const)
const calls = everyCall.filter(([, { endpoint }]) => endpoint.carries !== 'stream')

describe('wrong types and sizes for every field of every call', { timeout }, () => {
  const carrying = calls.filter(([, attempt]) => pathsOf(attempt.endpoint, {}).length > 0)
  test.each(carrying)('%s', async (_name, attempt) => {
    const { endpoint } = attempt
    const paths = pathsOf(endpoint, goodFields(attempt))
    for (const path of paths) {
      for (const value of share(oddValues)) {
        await assertAnswer(write(endpoint, put(goodFields(attempt), path, value)))
      }
    }
    const wrong = fc.uniqueArray(fc.tuple(fc.constantFrom(...paths), anyValue), {
      selector: ([path]) => path[0],
      minLength: 1,
    })
    await fc.assert(
      fc.asyncProperty(wrong, async (changes) => {
        const fields = changes.reduce((sent, [path, value]) => put(sent, path, value), goodFields(attempt))
        await assertAnswer(write(endpoint, fields))
      }),
      { numRuns: RUNS },
    )
  })

  const oneOfEach = ['POST /api/logout', 'GET /api/users recent', 'POST /api/photos', 'GET /api/my-data']
  test.each(calls.filter(([name]) => oneOfEach.includes(name)))(
    'the session itself: %s',
    async (_name, attempt) => {
      for (const field of Object.keys(credentials)) {
        for (const value of [...oddValues, ...oddTexts, ...injections]) {
          const status = await assertAnswer(
            write(attempt.endpoint, { ...goodFields(attempt), [field]: value }),
          )
          if (field !== 'va') expect([400, 401]).toContain(status)
        }
      }
    },
  )

  const savedApart = ['username', 'interested', 'relationship_goals', 'location']
  test('every key that is saved by name', async () => {
    const saving: [string, readonly string[]][] = [
      ['POST /api/profile-auto-save tagline', [...profileFieldNames, ...savedApart]],
      ['POST /api/settings-auto-save summaries', userSettingKeys],
      // Not this one: it would close the admin area, and this call, to an admin without two-step verification.
      ['POST /api/admin/settings', Object.keys(defaultSettings).filter((key) => key !== 'staff_strong_auth')],
    ]
    for (const [name, keys] of saving) {
      const attempt = attempts.find((candidate) => candidate.name === name) as Attempt
      const oddKeys = ['__proto__', 'constructor', 'status', 'id', 'email']
      for (const key of [...keys, ...oddKeys]) {
        const location = { latitude: 'x', longitude: null, city: [] }
        for (const value of [...share([...oddValues, ...oddTexts]), location]) {
          await assertAnswer(write(attempt.endpoint, { ...goodFields(attempt), key, value }))
        }
      }
    }
  })
})

describe('SQL injection in every text', { timeout }, () => {
  test.each(calls)('%s', async (_name, attempt) => {
    for (const path of pathsOf(attempt.endpoint, goodFields(attempt), isText)) {
      for (const text of share(texts)) {
        const began = performance.now()
        await assertAnswer(write(attempt.endpoint, put(goodFields(attempt), path, text)))
        // One injection sleeps for nine seconds if it runs; another drops a table that this reads.
        expect(performance.now() - began).toBeLessThan(9000)
      }
    }
  })

  test('a search term is a literal text, not a pattern', async () => {
    const search = async (q: string) => (await cast.app.admin.call('GET /api/admin/members', { q })).items
    expect((await search('Olive')).map(({ username }) => username)).toEqual(['Olive'])
    for (const q of ['%', '_____', 'Oliv_', "Olive' or '1'='1", '\\', '*', 'O.*']) {
      expect([q, await search(q)]).toEqual([q, []])
    }
  })
})
