import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let otherAdmin: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  otherAdmin = await signUpSecondAdmin(app)
})
afterAll(() => app.close())

const decide = (admin: Person, photo: string, approved: boolean | null) =>
  admin.try('POST /api/admin/photo-decision', { photo, approved })

test('admins who decide about each other’s photos and status concurrently never deadlock', async () => {
  const first = app.admin
  const photos: [Person, string][] = []
  for (let n = 0; n < 6; n++) {
    photos.push([first, await otherAdmin.upload(await testPhoto(7000 + n))])
    photos.push([otherAdmin, await first.upload(await testPhoto(7100 + n))])
  }
  for (const approved of [true, null, false]) {
    const answers = await Promise.all(
      photos.flatMap(([judge, photo]) => {
        const other = judge === first ? otherAdmin : first
        return [
          decide(judge, photo, approved),
          // Changes nothing, but takes the same locks as a decision about a member.
          other.try('POST /api/admin/member', { id: judge.id, status: 2 }),
        ]
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
}, 60_000)
