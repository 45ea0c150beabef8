import { expect, test } from 'vitest'
import { canonicalPath } from './canonical-path'

test.each([
  ['/', '/', '/'],
  ['/faq', '/FAQ/', '/faq'],
  ['/:urlHash', '/abcdefghi/', '/abcdefghi'],
  ['/admin/*', '/Admin', '/admin'],
  ['/admin/*', '/ADMIN/members/7/', '/admin/members/7'],
  ['*', '/Any//thing/', '/Any//thing/'],
])('route %s rewrites %s to %s', (pattern, path, written) => {
  expect(canonicalPath(pattern, path)).toBe(written)
})
