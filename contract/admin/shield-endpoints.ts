import { endpoint } from '../endpoint'
import { scamRuleModes } from '../safety/scam-rules'
import { arr, obj, ok, oneOf, text } from '../shapes'
import { ScamRule } from './shield-shapes'

export const scamRules = endpoint({
  access: 'admin',
  method: 'GET',
  path: '/api/admin/scam-rules',
  summary: 'The rules of the scam shield: what each found in the last 90 days, and how often it was right',
  input: {},
  reply: obj({ items: arr(ScamRule) }),
})
export const changeScamRule = endpoint({
  access: 'admin',
  method: 'POST',
  path: '/api/admin/scam-rule',
  summary: 'Switch a rule of the scam shield on or off, or let it count only, in every process at once',
  input: { key: text({ maxLength: 60, problem: 'scam-rule.unknown' }), mode: oneOf(scamRuleModes) },
  reply: ok,
})
