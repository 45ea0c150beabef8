import { expect, test } from 'vitest'
import { asWritten, match } from './match'

test.each([
  ['/', '/', {}],
  ['/faq', '/faq', {}],
  ['/faq', '/FAQ/', {}],
  ['/faq', '/faq/more', null],
  ['/faq', '/', null],
  ['/:urlHash', '/abcdefghi', { urlHash: 'abcdefghi' }],
  ['/:urlHash', '/abc/def', null],
  ['/:urlHash', '/', null],
  ['/admin/members/:id', '/admin/members/7', { id: '7' }],
  ['/admin/members/:id', '/admin/reports/7', null],
  ['/admin/*', '/admin', {}],
  ['/admin/*', '/admin/members/7', {}],
  ['/admin/*', '/administer', null],
  ['/*', '/any/thing', {}],
  ['/:word', '/caf%C3%A9', { word: 'café' }],
  ['/:word', '/100%', { word: '100%' }],
])('%s against %s', (pattern, path, params) => {
  expect(match(pattern, path)).toEqual(params)
})

test.each([
  ['/', '/', '/'],
  ['/faq', '/FAQ/', '/faq'],
  ['/:urlHash', '/abcdefghi/', '/abcdefghi'],
  ['/admin/*', '/Admin', '/admin'],
  ['/admin/*', '/ADMIN/members/7/', '/admin/members/7'],
  ['/*', '/Any//thing/', '/Any//thing/'],
])('%s writes %s as %s', (pattern, path, written) => {
  expect(asWritten(pattern, path)).toBe(written)
})
