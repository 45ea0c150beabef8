import type { Person } from './person'
import type { TestApp } from './test-app'

/** A message that triggers the question to the sender and the warning to the receiver. */
export const PLEA =
  'I was robbed and I am stuck at the airport. Could you lend me 600 dollars? I will pay you back'

/** Sends a message through a new socket and returns the reply to the sender. */
export async function send(from: Person, to: Person, message: string, sure?: boolean) {
  const socket = await from.socket()
  const answer = await socket.emitWithAck('sendMessage', { receiver_id: to.id, message, sure })
  socket.disconnect()
  return answer
}

export const profileOf = async (viewer: Person, other: Person) =>
  (await viewer.call('GET /api/view-profile', { url_hash: other.url_hash })).user

/** Whether one member sees the shield's warning about the other; profile and list must agree. */
export async function isWarned(viewer: Person, other: Person): Promise<boolean> {
  const { u } = await viewer.call('GET /api/messages')
  const { scam_warning } = await profileOf(viewer, other)
  const partner = u.find(({ id }) => id === other.id)
  if (partner && partner.scam_warning !== scam_warning) throw new Error('Profile and list do not agree.')
  return scam_warning
}

/** A rule, as on the admins' page. */
export const scamRule = async (app: TestApp, key: string) =>
  (await app.admin.call('GET /api/admin/scam-rules')).items.find((item) => item.key === key)

export const signsOf = (app: TestApp, { id }: Person) =>
  app.db.selectFrom('scam_sign').where('sender_id', '=', id).selectAll().execute()
