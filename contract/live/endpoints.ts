import { endpoint } from '../endpoint'
import { flag, ok, opt } from '../shapes'

export const notifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'active',
  summary: 'The live event stream',
  input: {
    /** Beyond the specification: a hidden tab. It gets only `connections`, and the member does not count as online. */
    background: opt(flag()),
  },
  reply: ok,
  carries: 'stream',
})
