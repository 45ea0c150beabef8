import { mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '@rosella/testkit/child-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockFolder } from './folder-lock'

const source = new URL('./folder-lock.ts', import.meta.url).href

describe.each(['socket', 'file'] as const)('a folder locked by %s', (way) => {
  let home: string
  let dir: string

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'rosella-lock-'))
    dir = await mkdtemp(join(home, 'folder-'))
  })
  afterAll(() => rm(home, { recursive: true }))

  test('refuses a second opener, also through a symlink, until it is unlocked', async () => {
    const unlock = await lockFolder(dir, way)
    const real = await realpath(dir)
    const alias = join(home, 'alias')
    await symlink(dir, alias)
    await expect(lockFolder(alias, way)).rejects.toThrow(
      `The database folder ${real} is in use by another process. Stop that process first.`,
    )
    await unlock()
    await (await lockFolder(dir, way))()
  })

  test('is free again after its process was killed with -9', async () => {
    const child = startChild(`
      const { lockFolder } = await import(${JSON.stringify(source)})
      await lockFolder(${JSON.stringify(dir)}, '${way}')
      console.log('locked')
      setInterval(() => {}, 1000)`)
    expect(await child.line()).toBe('locked')
    await expect(lockFolder(dir, way)).rejects.toThrow('in use by another process')
    await child.kill()
    await (await lockFolder(dir, way))()
  })

  test('is locked by exactly one of several concurrent openers', async () => {
    // The pid belongs to a process that has ended, so this lock is stale.
    if (way === 'file') {
      const ended = startChild('')
      await ended.line()
      await ended.kill()
      await writeFile(`${await realpath(dir)}.lock`, String(ended.process.pid))
    }
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(dir, way)))
    const won = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(won).toHaveLength(1)
    await won[0]?.()
    expect((await readdir(home)).filter((name) => name.includes('.lock'))).toEqual([])
  })
})
