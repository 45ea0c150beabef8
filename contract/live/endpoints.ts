import { endpoint } from '../endpoint'
import { ok } from '../shapes'

export const notifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'active',
  summary: 'The live event stream',
  input: {},
  reply: ok,
  carries: 'stream',
})
