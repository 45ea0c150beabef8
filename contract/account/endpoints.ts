import { endpoint } from '../endpoint'
import { ok } from '../shapes'

export const deactivateAccount = endpoint({
  method: 'POST',
  path: '/api/deactivate-account',
  access: 'premium',
  summary: 'Deactivate; logging in again reactivates. Once in 30 days',
  input: {},
  reply: ok,
  closedToImpersonation: true,
  leaves: true,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/account',
  access: 'member',
  summary: 'Erase the account and all it owns, at once',
  input: {},
  reply: ok,
  closedToImpersonation: true,
  leaves: true,
})

export const downloadMyData = endpoint({
  method: 'GET',
  path: '/api/my-data',
  access: 'member',
  summary: 'A ZIP with everything the site holds about the member',
  input: {},
  reply: ok,
  rates: [{ per: 'member', limit: 5, seconds: 3600 }],
  carries: 'file',
  closedToImpersonation: true,
})
