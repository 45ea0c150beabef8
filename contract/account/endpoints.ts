import { endpoint } from '../endpoint'
import { ok } from '../shapes'

export const deactivateAccount = endpoint({
  method: 'POST',
  path: '/api/deactivate-account',
  access: 'premium',
  summary: 'Deactivate the account until the next log-in; once in 30 days',
  input: {},
  reply: ok,
  closedToImpersonation: true,
  leaves: true,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/account',
  access: 'member',
  summary: 'Erase the account and everything it owns, immediately',
  input: {},
  reply: ok,
  closedToImpersonation: true,
  leaves: true,
})

export const downloadMyData = endpoint({
  method: 'GET',
  path: '/api/my-data',
  access: 'member',
  summary: 'Download a ZIP with all data about the member',
  input: {},
  reply: ok,
  rates: [{ per: 'member', limit: 5, seconds: 3600 }],
  carries: 'file',
  closedToImpersonation: true,
})
