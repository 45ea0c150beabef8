import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { arePhotosShown } from '@rosella/contract/member/status'
import { derivedSizes, photoPath } from '@rosella/contract/photos/sizes'
import { expect } from 'vitest'
import type { TestApp } from './test-app'

/** Every photo file as 'private/tmb/name.jpg'. */
export async function photoFiles({ dataDir }: TestApp): Promise<string[]> {
  const home = join(dataDir, 'photos')
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('notes'))
  return files.map((file) => join(file.parentPath, file.name).slice(home.length + 1)).sort()
}

/**
 * Invariants of photos: each row has exactly its files, in the area that its state and its owner's status require;
 * every counter equals a recount.
 */
export async function assertPhotosInOrder(app: TestApp): Promise<void> {
  await app.jobsDone()
  const photos = await app.db
    .selectFrom('photo as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .select(['p.name', 'p.member_id', 'p.approved', 'p.has_sizes', 'm.status'])
    .execute()
  const expected = photos.flatMap(({ name, approved, status, has_sizes }) => {
    const place = approved && arePhotosShown(status) ? 'public' : 'private'
    const sizes = ['lg', 'tmb', ...(has_sizes ? derivedSizes : [])] as const
    return sizes.map((size) => `${place}/${photoPath(size, name)}`)
  })
  const evidence = await app.db.selectFrom('evidence_photo').select('name').execute()
  const copies = evidence.flatMap(({ name }) => ['lg', 'tmb'].map((size) => `private/${size}/${name}.jpg`))
  expect(await photoFiles(app)).toEqual([...expected, ...copies].sort())

  const members = await app.db
    .selectFrom('member')
    .select(['id', 'photo', 'photos', 'approved_photos'])
    .execute()
  for (const { id, photo, ...counted } of members) {
    const own = photos.filter((each) => each.member_id === id)
    const approved = own.filter((each) => each.approved).map((each) => each.name)
    const kept = own.filter((each) => each.approved !== false)
    expect(counted, `member ${id}`).toEqual({ photos: kept.length, approved_photos: approved.length })
    if (approved.length > 0) expect(approved, `main photo of member ${id}`).toContain(photo)
    else expect(photo).toBeNull()
  }
}
