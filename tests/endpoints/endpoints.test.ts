import type { Access, Endpoint } from '@rosella/contract/endpoint'
import { everyEndpoint } from '@rosella/contract/every-endpoint'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`
const behind = (access: Access): string[] =>
  everyEndpoint
    .filter((call) => call.access === access)
    .map(nameOf)
    .sort()

describe('the calls of the contract', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ on: 'postgres' })
  })
  afterAll(() => app.close())

  test('each call is declared once', () => {
    const names = everyEndpoint.map(nameOf)
    expect(names.length).toBeGreaterThan(50)
    expect(new Set(names).size).toBe(names.length)
  })

  test('each declared call is bound once, and no others are', () => {
    const bound = app.server.routes.map(({ endpoint }) => nameOf(endpoint))
    expect(bound.sort()).toEqual(everyEndpoint.map(nameOf).sort())
  })

  test('these calls are public, and no others', () => {
    expect(behind('public')).toEqual([
      'GET /api/alert',
      'GET /api/appeal',
      'GET /api/check-email',
      'GET /api/cities',
      'GET /api/own-check-in',
      'GET /api/place',
      'GET /api/settings',
      'POST /api/appeal',
      'POST /api/contact',
      'POST /api/contact-answer',
      'POST /api/forgot-password',
      'POST /api/login',
      'POST /api/login-two-step',
      'POST /api/own-check-in-answer',
      'POST /api/passkey-login',
      'POST /api/passkey-options',
      'POST /api/push-subscription-renew',
      'POST /api/request-access',
      'POST /api/signup',
      'POST /api/undo',
      'POST /api/unsubscribe',
    ])
  })

  test('[P2 §6] these calls work during an unfinished sign-up, and no others', () => {
    expect(behind('member')).toEqual([
      'DELETE /api/account',
      'DELETE /api/photo',
      'DELETE /api/session',
      'GET /api/my-data',
      'GET /api/photos',
      'GET /api/sessions',
      'GET /api/tags',
      'GET /api/user',
      'POST /api/activate-profile',
      'POST /api/change-main-photo',
      'POST /api/change-password',
      'POST /api/logout',
      'POST /api/photos',
      'POST /api/photos-order',
      'POST /api/profile-auto-save',
      'POST /api/update-discussion-prompts',
      'POST /api/user',
    ])
  })

  test('[P2 §6] these calls are only for premium members', () => {
    expect(behind('premium')).toEqual(['POST /api/deactivate-account'])
  })

  test('calls for staff are exactly those below /api/admin', () => {
    const below = everyEndpoint.filter(({ path }) => path.startsWith('/api/admin/')).map(nameOf)
    expect([...behind('admin'), ...behind('moderator')].sort()).toEqual(below.sort())
    expect(below).toHaveLength(45)
  })

  test('[P3 §13] a moderator has photos, verifications, reports, appeals and member pages, and nothing else', () => {
    expect(behind('moderator')).toEqual([
      'GET /api/admin/bulk-candidates',
      'GET /api/admin/bulk-suspensions',
      'GET /api/admin/member',
      'GET /api/admin/members',
      'GET /api/admin/photo-bank',
      'GET /api/admin/photos',
      'GET /api/admin/reply-templates',
      'GET /api/admin/report',
      'GET /api/admin/reports',
      'GET /api/admin/verifications',
      'GET /api/admin/workload',
      'POST /api/admin/appeal-decision',
      'POST /api/admin/bulk-suspend',
      'POST /api/admin/bulk-undo',
      'POST /api/admin/member',
      'POST /api/admin/photo-claim',
      'POST /api/admin/photo-decision',
      'POST /api/admin/report-decision',
      'POST /api/admin/report-next',
      'POST /api/admin/report-take',
      'POST /api/admin/verification-claim',
      'POST /api/admin/verification-decision',
      'POST /api/admin/verification-remove',
    ])
  })

  test('these calls are refused while acting as a member', () => {
    const closed = everyEndpoint.filter((call) => call.closedToImpersonation).map(nameOf)
    expect(closed.sort()).toEqual([
      'DELETE /api/account',
      'DELETE /api/session',
      'GET /api/my-data',
      'GET /api/my-reports',
      'GET /api/passkeys',
      'GET /api/questions',
      'POST /api/answer',
      'POST /api/answer-clear',
      'POST /api/ask-to-verify',
      'POST /api/change-email',
      'POST /api/change-password',
      'POST /api/check-in',
      'POST /api/check-in-answer',
      'POST /api/check-in-delete',
      'POST /api/date-feedback',
      'POST /api/date-feedback-delete',
      'POST /api/deactivate-account',
      'POST /api/passkey-delete',
      'POST /api/passkey-register',
      'POST /api/passkey-register-options',
      'POST /api/people-i-know',
      'POST /api/people-i-know-clear',
      'POST /api/push-subscription',
      'POST /api/push-subscription-delete',
      'POST /api/questions-consent',
      'POST /api/reauthenticate',
      'POST /api/recovery-codes',
      'POST /api/report-user',
      'POST /api/safety-notice-seen',
      'POST /api/scam-warning-dismiss',
      'POST /api/settings-change-password',
      'POST /api/two-step-confirm',
      'POST /api/two-step-off',
      'POST /api/two-step-start',
      'POST /api/verification',
      'POST /api/verification-start',
    ])
  })

  test('these calls require re-authentication within 15 minutes', () => {
    expect(
      everyEndpoint
        .filter((call) => call.reauthenticate)
        .map(nameOf)
        .sort(),
    ).toEqual([
      'POST /api/admin/bulk-suspend',
      'POST /api/admin/impersonate',
      'POST /api/passkey-delete',
      'POST /api/passkey-register-options',
      'POST /api/recovery-codes',
      'POST /api/two-step-off',
      'POST /api/two-step-start',
    ])
  })

  test('every object in an input or a reply is closed', () => {
    for (const call of everyEndpoint) {
      expect(openObjects(call.input), `input of ${nameOf(call)}`).toEqual([])
      expect(openObjects(call.reply), `reply of ${nameOf(call)}`).toEqual([])
    }
  })

  test('[P4 §3] every call has a rate limit, except “I need help”', () => {
    const unlimited = everyEndpoint.filter(({ rates }) => rates.length === 0).map(nameOf)
    expect(unlimited).toEqual(['POST /api/check-in-answer', 'POST /api/own-check-in-answer'])
  })
})

/** Paths of objects that would let undeclared fields through. */
function openObjects(schema: unknown, path = ''): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const { type, additionalProperties } = schema as Record<string, unknown>
  const here = type === 'object' && additionalProperties !== false ? [path || '(root)'] : []
  return [...here, ...Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${path}/${key}`))]
}
