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
      'server/src/database/relation.ts',
      'server/src/database/tables.ts',
      'server/src/database/visible-members.ts',
      'server/src/features/account/my-data/gather-between.ts',
      'server/src/features/gestures/block.ts',
      'server/src/features/gestures/gesture-state.ts',
      'server/src/features/settings/list-blocked.ts',
    ])
  })

  test('only visible-members asks for addresses that members hide from', () => {
    expect(filesWith(/\bhide(?:r)?sFrom\b/)).toEqual([
      'server/src/database/people-i-know.ts',
      'server/src/database/relation.ts',
      'server/src/database/visible-members.ts',
      'server/src/features/member/record-view.ts',
      'server/src/features/messages/store-together.ts',
    ])
    expect(filesWith(/\bpeople_i_know\b/).filter((file) => file.startsWith('server/src/'))).toEqual([
      'server/src/database/people-i-know.ts',
      'server/src/database/tables.ts',
      'server/src/database/visible-members.ts',
      'server/src/features/account/my-data/gather-own.ts',
      'server/src/features/settings/people-i-know.ts',
    ])
  })

  test('everyone who lists or shows people asks it', () => {
    const users = filesWith(/from '[./]+database\/visible-members'/)
    expect(users).toEqual([
      'server/src/features/access/find-viewer.ts',
      'server/src/features/account/my-data/gather-between.ts',
      'server/src/features/browse/for-you/count-exposure.ts',
      'server/src/features/browse/for-you/read-roster.ts',
      'server/src/features/browse/member-index.ts',
      'server/src/features/browse/queries.ts',
      'server/src/features/browse/saved/match-changed.ts',
      'server/src/features/browse/saved/saved-search-mail.ts',
      'server/src/features/browse/search-in-sql.ts',
      'server/src/features/gestures/block.ts',
      'server/src/features/gestures/not-interested.ts',
      'server/src/features/gestures/recipient.ts',
      'server/src/features/live/online-lists.ts',
      'server/src/features/live/queries.ts',
      'server/src/features/member/queries.ts',
      'server/src/features/member/record-view.ts',
      'server/src/features/messages/delete-message.ts',
      'server/src/features/messages/fetch-messages.ts',
      'server/src/features/messages/mark-read.ts',
      'server/src/features/messages/queries.ts',
      'server/src/features/messages/react.ts',
      'server/src/features/messages/store-message.ts',
      'server/src/features/messages/store-together.ts',
      'server/src/features/messages/tell-typing.ts',
      'server/src/features/notifications/find-news.ts',
      'server/src/features/safety/contacts.ts',
      'server/src/features/safety/queries.ts',
      'server/src/features/settings/summary/count-news.ts',
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
