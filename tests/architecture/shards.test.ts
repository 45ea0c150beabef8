import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler, type RawBuilder } from 'kysely'
import { expect, test, vi } from 'vitest'
import { root, sourceFiles } from './imports'

const made = vi.hoisted(() => [] as { file: string; make: (...args: never[]) => RawBuilder<unknown> }[])

/** Records what the product prepares and prepares it as always. */
vi.mock('@rosella/server/platform/database/prepared', async (original) => {
  const real = await original<typeof import('@rosella/server/platform/database/prepared')>()
  const prepared: typeof real.prepared = (make) => {
    const callers = new Error().stack?.split('\n') ?? []
    const file = callers.map((line) => /server\/src\/([\w/-]+\.ts)/.exec(line)?.[1]).find((path) => path)
    made.push({ file: file ?? '', make: make as never })
    return real.prepared(make)
  }
  return { ...real, prepared }
})

/** Small or rarely changed, so the plan in docs/operations/scale-out.md copies them to every server. */
const EVERYWHERE = new Set(['member', 'activity', 'town', 'prompt', 'setting'])
/** Already stored once for each side of a pair, or of no member. */
const BY_MEMBER = new Set(['relation', 'job'])

/** The statement names another member or several members. */
const SEVERAL =
  /\b(other|other_id|sender_id|receiver_id)\b|\bany\(|\bunnest\(|member_id = .*\bmember_id = \$|\bpeople_i_know\b/s

/**
 * The prepared statements that would reach several servers if members were distributed: those that name several members
 * and use data outside `relation`, by the data they use. docs/operations/scale-out.md says what each kind needs first.
 */
const expected: Record<string, string[]> = {
  account: ['features/messages/queries.ts'],
  'account, mailed_conversation, message, people_i_know': ['features/notifications/find-news.ts'],
  'account, message, people_i_know': [
    'features/live/queries.ts',
    'features/messages/list-messages.ts',
    'features/messages/mark-read.ts',
  ],
  'account, message, people_i_know, photo, scam_sign, scam_warning': ['features/messages/queries.ts'],
  'account, message, people_i_know, preferences, push_subscription': [
    'features/messages/insert-message-batch.ts',
  ],
  'account, messaging_restriction, preferences, report': ['members/contact-rules.ts'],
  'account, notice, people_i_know': ['features/notifications/find-news.ts'],
  'account, notice, push_subscription': ['features/notifications/queue-notices.ts'],
  'account, people_i_know': [
    'features/live/queries.ts',
    'features/member/view-profile.ts',
    'features/messages/queries.ts',
    'features/messages/typing.ts',
    'features/questions/share-answers.ts',
    'members/relation.ts',
    'members/visible-members.ts',
  ],
  'account, people_i_know, photo, profile': ['features/browse/queries.ts'],
  'account, people_i_know, photo, profile, prompt_answer, scam_sign, scam_warning': [
    'features/member/queries.ts',
  ],
  'account, people_i_know, preferences, profile': ['features/browse/search/requests.ts'],
  'account, push_subscription': ['features/notifications/queue-notices.ts'],
  message: [
    'features/messages/list-messages.ts',
    'features/messages/queries.ts',
    'features/safety/shield/open-shield.ts',
  ],
  'message, scam_sign': ['features/safety/shield/record-signs.ts'],
  'preferences, profile': ['features/browse/suggestions/for-you.ts', 'members/contact-rules.ts'],
  question_answer: ['features/questions/share-answers.ts'],
  question_member: ['search-index/answers.ts'],
  session: ['features/access/sessions.ts'],
}

test('every prepared statement on the data of two members outside `relation` is named', async () => {
  const files = sourceFiles().filter(
    (file) =>
      file.startsWith('server/src/') &&
      !file.endsWith('.test.ts') &&
      /\bprepared\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  for (const file of files) await import(join(root, file))
  const [, declared = ''] =
    /export interface Tables \{(.+?)\n\}/s.exec(
      readFileSync(join(root, 'server/src/platform/database/tables.ts'), 'utf8'),
    ) ?? []
  const tables = new Set([...declared.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name))
  expect(tables.size).toBeGreaterThan(50)
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: () => undefined as never,
    },
  })
  const found: Record<string, string[]> = {}
  for (const { file, make } of made) {
    const text = make(...Array.from({ length: make.length }, () => 0 as never)).compile(db).sql
    const used = [...text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)"?/g)].map(([, table = '']) => table)
    const own = new Set(used.filter((one) => tables.has(one) && !EVERYWHERE.has(one) && !BY_MEMBER.has(one)))
    if (own.size === 0 || !SEVERAL.test(text)) continue
    const data = [...own].sort().join(', ')
    found[data] = [...new Set([...(found[data] ?? []), file])].sort()
  }
  expect(found).toEqual(expected)
})
