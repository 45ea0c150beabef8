import type { Role } from '@rosella/contract/member/status'
import type { Person } from './person'
import type { TestApp } from './test-app'

/** Confirms addresses, as if the members had used the link in their email; roles need a confirmed address. */
export async function confirmAddresses({ db }: Pick<TestApp, 'db'>, ...members: Person[]): Promise<void> {
  const ids = members.map(({ id }) => id)
  await db.updateTable('account').set({ email_confirmed: true }).where('member_id', 'in', ids).execute()
}

/** Assigns a role the way admins do, on the member's page. */
export async function giveRole(
  app: Pick<TestApp, 'db' | 'admin'>,
  member: Person,
  role: Role,
): Promise<Person> {
  await confirmAddresses(app, member)
  await app.admin.call('POST /api/admin/member', { id: member.id, role })
  return member
}
