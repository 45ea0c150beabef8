import { describe, expect, test } from 'vitest'
import { Busy } from '../../ports/password-hash'
import { argon2Passwords } from './argon2'

const cheap = { memoryKiB: 64, passes: 1 }

describe('passwords', () => {
  test('are hashed with argon2id, 64 MiB, three passes, and a random salt', async () => {
    const passwords = argon2Passwords()
    const [one, two] = await Promise.all([passwords.hash('Rosella 1'), passwords.hash('Rosella 1')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect(one).not.toBe(two)
    expect(await passwords.verify(one, 'Rosella 1')).toBe(true)
    expect(await passwords.verify(one, 'rosella 1')).toBe(false)
  })

  test('of unknown accounts take as long to refuse', async () => {
    const passwords = argon2Passwords({ memoryKiB: 16_384, passes: 3, running: 1 })
    const stored = await passwords.hash('right')
    const times = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
    // The minimum of many runs, because other tests run concurrently.
    for (let n = 0; n < 20; n++)
      for (const kind of ['known', 'unknown'] as const) {
        const started = performance.now()
        expect(await passwords.verify(kind === 'known' ? stored : null, 'wrong')).toBe(false)
        times[kind] = Math.min(times[kind], performance.now() - started)
      }
    expect(times.unknown / times.known).toBeGreaterThan(0.5)
    expect(times.unknown / times.known).toBeLessThan(2)
    expect(await passwords.verify(undefined, '')).toBe(false)
    expect(await passwords.verify('', '')).toBe(false)
  })

  test('wait in a bounded queue, and are refused with Busy when it is full', async () => {
    const passwords = argon2Passwords({ ...cheap, running: 2, waiting: 3 })
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.hash('x')))
    expect(tries.map((one) => one.status)).toEqual([
      ...Array(5).fill('fulfilled'),
      ...Array(3).fill('rejected'),
    ])
    expect(tries[7]).toMatchObject({ reason: expect.any(Busy) })
    await expect(passwords.hash('x')).resolves.toBeTruthy()
  })

  test('that cannot be verified free their slot', async () => {
    const passwords = argon2Passwords({ ...cheap, running: 1, waiting: 1 })
    await expect(passwords.verify('no hash at all', 'x')).rejects.toThrow()
    await expect(passwords.hash('x')).resolves.toBeTruthy()
  })

  test('are hashed off the event loop', async () => {
    let beats = 0
    const pulse = setInterval(() => beats++, 5)
    await argon2Passwords().hash('x')
    clearInterval(pulse)
    expect(beats).toBeGreaterThan(2)
  })
})
