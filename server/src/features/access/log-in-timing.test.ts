import { newEmail, Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PAIRS_A_ROUND = 40
const ROUNDS = 4
/** A difference this small may be noise from a busy machine, so more rounds are measured. */
const CLOSE = 0.3
const ROUNDS_IF_CLOSE = 16
const WITHIN = 0.15
/** The account's limit counts failures; a successful log-in resets the count. */
const FORGIVEN_AFTER = 8

type Sample = { known: number; unknown: number }

/**
 * To cancel out noise from the machine, the two sides alternate, each is first equally often, and each sample
 * is compared with its neighbour, because load comes and goes. The median of the differences ignores
 * outliers. Only a difference that persists through all rounds fails the test.
 */
describe('[D §3] log-in takes the same time whether or not the account exists', () => {
  let app: TestApp
  let anna: Person
  beforeAll(async () => {
    // Slow enough to stand out from the rest of a log-in, yet cheap enough for hundreds of them.
    app = await openTestApp({ on: 'pglite', passwords: { memoryKiB: 8192, passes: 2 } })
    anna = (await app.members('Anna'))[0] as Person
  })
  afterAll(() => app.close())

  async function timed(email: string): Promise<number> {
    const caller = new Person(app.url)
    const began = performance.now()
    const { status } = await caller.try('POST /api/login', { email, password: 'Wrong-Password-1' })
    const took = performance.now() - began
    expect(status).toBe(404)
    return took
  }

  async function measure(pairs: number): Promise<Sample[]> {
    const samples: Sample[] = []
    for (let n = 0; n < pairs; n++) {
      if (n % FORGIVEN_AFTER === 0) await new Person(app.url).call('POST /api/login', right())
      const stranger = newEmail('Nobody')
      if (n % 2 === 0) {
        const known = await timed(anna.email)
        samples.push({ known, unknown: await timed(stranger) })
      } else {
        const unknown = await timed(stranger)
        samples.push({ known: await timed(anna.email), unknown })
      }
    }
    return samples
  }

  const right = () => ({ email: anna.email, password: anna.password })

  test(`the median difference is within ${WITHIN * 100} %`, async () => {
    await measure(5)
    const samples: Sample[] = []
    let apart = Number.POSITIVE_INFINITY
    const rounds = () => (apart < CLOSE ? ROUNDS_IF_CLOSE : ROUNDS)
    for (let round = 0; round < rounds() && apart > WITHIN; round++) {
      samples.push(...(await measure(PAIRS_A_ROUND)))
      const difference = median(samples.map(({ known, unknown }) => known - unknown))
      const slower = Math.max(
        ...(['known', 'unknown'] as const).map((side) => median(samples.map((s) => s[side]))),
      )
      apart = Math.abs(difference) / slower
    }
    expect(apart).toBeLessThanOrEqual(WITHIN)
  }, 300_000)
})

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
