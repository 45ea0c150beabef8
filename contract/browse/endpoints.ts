import { endpoint } from '../endpoint'
import { arr, int, obj, oneOf, opt, text } from '../shapes'
import { listFilters } from './rules'
import { MemberCard } from './shapes'

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'active',
  summary: 'A page of one of the member lists',
  input: { p: opt(int({ minimum: 1 })), filter: opt(oneOf(listFilters, { problem: 'list.unknown' })) },
  reply: obj({ users: arr(MemberCard), ago: text(), pages: int(), title: text() }),
})
