import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, sourceFiles } from './imports'

const source = sourceFiles().filter(
  (file) =>
    /^(server\/src|web\/src|contract|tools|bench|testkit)\//.test(file) &&
    !/(\.test\.tsx?|\/suite\.ts)$/.test(file),
)
/** Comments tell of rules as they like. */
const code = new Map(
  source.map((file) => [
    file,
    readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  ]),
)
const filesWith = (pattern: RegExp): string[] => source.filter((file) => pattern.test(code.get(file) ?? ''))

describe('one table of statuses', () => {
  const number = /\bstatus"?\s*(?:=|<>|!=|===|!==|:)\s*[1-5]\b|\bstatus"?\s+(?:not\s+)?in\s*\([\s\d,]+\)/
  const constant = /\b(?:UNFINISHED|ACTIVE|SUSPENDED|BANNED|DEACTIVATED)\s*=\s*[1-5]\b/

  test('a number in its place would be found, a code of HTTP is none', () => {
    for (const words of ['m.status = 2', 'status: 2', 'status === 1', 'status in (1, 2)', '"status" <> 4'])
      expect(words).toMatch(number)
    for (const words of ['status === 200', 'status >= 500', 'status: 0']) expect(words).not.toMatch(number)
    expect('const BANNED = 4').toMatch(constant)
  })

  test('the numbers of a member’s status stand in contract/member/status.ts and nowhere else', () => {
    expect(filesWith(number)).toEqual([])
    expect(filesWith(constant)).toEqual([])
    expect(filesWith(/\bunfinished: 1\b/)).toEqual(['contract/member/status.ts'])
  })
})

describe('one rule of who may see whom', () => {
  test('only visible-members asks for blocks; else they are written, told to whoever set them, or described', () => {
    const asking = filesWith(/\bblocked_(?:ts|me)\b/).filter((file) => file.startsWith('server/src/'))
    expect(asking).toEqual([
      'server/src/members/relation.ts',
      'server/src/platform/database/tables.ts',
      'server/src/members/visible-members.ts',
      'server/src/features/account/export/export-relations.ts',
      'server/src/features/gestures/actions.ts',
      'server/src/features/gestures/actions.ts',
      'server/src/features/settings/list-blocked.ts',
    ])
  })

  test('only visible-members asks for addresses that members hide from', () => {
    expect(filesWith(/\bhide(?:r)?sFrom\b/)).toEqual([
      'server/src/members/visible-members.ts',
      'server/src/members/relation.ts',
      'server/src/members/visible-members.ts',
      'server/src/features/member/view-profile.ts',
      'server/src/features/messages/insert-message-batch.ts',
    ])
    expect(filesWith(/\bpeople_i_know\b/).filter((file) => file.startsWith('server/src/'))).toEqual([
      'server/src/members/visible-members.ts',
      'server/src/platform/database/tables.ts',
      'server/src/members/visible-members.ts',
      'server/src/features/account/export/export-own-data.ts',
      'server/src/features/settings/people-i-know.ts',
    ])
  })

  test('everyone who lists or shows people asks it', () => {
    const users = filesWith(/from '[./]+database\/visible-members'/)
    expect(users).toEqual([
      'server/src/features/access/find-viewer.ts',
      'server/src/features/account/export/export-relations.ts',
      'server/src/features/browse/suggestions/exposure.ts',
      'server/src/features/browse/suggestions/read-candidates.ts',
      'server/src/search-index/member-index.ts',
      'server/src/features/browse/queries.ts',
      'server/src/features/browse/search/match-changed.ts',
      'server/src/features/browse/search/saved-search-email.ts',
      'server/src/features/browse/search/search-in-sql.ts',
      'server/src/features/gestures/actions.ts',
      'server/src/features/gestures/not-interested.ts',
      'server/src/features/gestures/actions.ts',
      'server/src/features/live/online-lists.ts',
      'server/src/features/live/queries.ts',
      'server/src/features/member/queries.ts',
      'server/src/features/member/view-profile.ts',
      'server/src/features/messages/mark-read.ts',
      'server/src/features/messages/list-messages.ts',
      'server/src/features/messages/mark-read.ts',
      'server/src/features/messages/queries.ts',
      'server/src/features/messages/mark-read.ts',
      'server/src/features/messages/send-message.ts',
      'server/src/features/messages/insert-message-batch.ts',
      'server/src/features/messages/typing.ts',
      'server/src/features/notifications/find-news.ts',
      'server/src/features/safety/past-contacts.ts',
      'server/src/features/safety/report-user.ts',
      'server/src/features/settings/summary.ts',
      'server/src/features/verification/read-verification.ts',
    ])
  })
})

describe('one rule of where somebody lives', () => {
  test('whoever reads a city for others asks shown-place; else it is one’s own, for moderators, or being written', () => {
    const reading = filesWith(/['.]city'?\b(?!\s*:)/).filter((file) =>
      /^server\/src\/(?:domain|features)\//.test(file),
    )
    const asking = filesWith(/shown-place'/)
    const others = ['access', 'account', 'admin', 'places', 'profile', 'safety', 'signup']
    const own = new RegExp(`^server/src/features/(?:${others.join('|')})/`)
    const telling = reading.filter((file) => !own.test(file) && !asking.includes(file))
    // They select it, and the presenter beside them asks.
    expect(telling).toEqual([
      'server/src/features/browse/queries.ts',
      'server/src/features/member/queries.ts',
      'server/src/features/messages/queries.ts',
    ])
  })
})

describe('drivers are known to their adapters alone', () => {
  test('nobody else looks at a driver’s sentences or the codes of the system', () => {
    const system = /\bE(?:CONN(?:REFUSED|ABORTED|ECTION)|NOSPC|AUTH|TIMEDOUT|AI_AGAIN)\b|\$metadata/
    const outside = filesWith(system).filter((file) => file.startsWith('server/src/'))
    expect(outside.filter((file) => !file.startsWith('server/src/adapters/'))).toEqual([])
    const sentences = filesWith(
      /\.test\(\s*\(?\w+(?: as Error\))?\.message\b|\bmessage\.(?:includes|match)\(/,
    )
    const inside = /^server\/src\/(?:domain|database|features|transport|ports)\//
    expect(sentences.filter((file) => inside.test(file))).toEqual([])
  })
})
