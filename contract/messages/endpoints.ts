import { endpoint } from '../endpoint'
import { arr, obj } from '../shapes'
import { CompactMessage, UserSummary } from './shapes'

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages',
  access: 'active',
  summary: 'For each partner the newest received, the newest sent and all unread messages',
  input: {},
  reply: obj({ m: arr(CompactMessage), u: arr(UserSummary) }),
})
