import { endpoint } from '../endpoint'
import { arr, obj } from '../shapes'
import { CompactMessage, Partner } from './shapes'

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages',
  access: 'active',
  summary: 'The newest received, the newest sent and the 100 newest unread messages of each conversation',
  input: {},
  reply: obj({ m: arr(CompactMessage), u: arr(Partner) }),
})
