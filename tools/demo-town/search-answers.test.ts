import { noPreferences } from '@rosella/contract/browse/preferences'
import { profileListRules } from '@rosella/contract/profile/lists'
import { filtersFor } from '@rosella/server/features/browse/search/requests'
import type { MemberFacts } from '@rosella/server/members/member-facts'
import { IdSet } from '@rosella/server/members/unlisted-members'
import { MemberColumns } from '@rosella/server/search-index/columns'
import { compileQuery } from '@rosella/server/search-index/compile-query'
import { scan } from '@rosella/server/search-index/scan'
import { Towns } from '@rosella/server/search-index/towns'
import { expect, test } from 'vitest'
import { demoPeople } from './people'
import { searchAnswersOf } from './search-answers'

const now = Date.parse('2026-11-16T00:00:00Z') / 1000
const people = demoPeople(240, now).map((person, n) => ({ ...person, ...searchAnswersOf(person, n, now) }))

test('everybody has valid answers to search by', () => {
  for (const { tags, spoken } of people) {
    expect(profileListRules.tags(tags)).toEqual({ ok: true, value: tags })
    expect(profileListRules.spoken(spoken)).toEqual({ ok: true, value: spoken })
    expect(tags.length).toBeGreaterThan(0)
    expect(spoken).toContain('en')
  }
})

test('a first search of the demo member finds 10 to 40 people', async () => {
  const columns = new MemberColumns(3)
  const facts = people.map((person, n): MemberFacts => {
    const preferences = person.preferences && { ...noPreferences, ...person.preferences }
    const lists = preferences && [
      preferences.goals,
      preferences.kids,
      preferences.wants_kids,
      preferences.smoking,
      preferences.drinking,
    ]
    const choices = [
      person.relationship_goals,
      person.kids,
      person.wants_kids,
      person.smoking,
      person.drinking,
      person.marriage,
      person.education,
    ]
    return {
      ...person,
      id: n + 1,
      town_id: null,
      created_ts: now - person.createdAgoSeconds,
      active_ts: now - person.lastActiveAgoSeconds,
      ndp: person.prompts.length,
      verified_ts: null,
      choices: choices.map((choice) => choice ?? ' ').join(''),
      spoken: person.spoken.join(),
      tags: person.tags.join(),
      age_min: preferences?.age_min ?? null,
      age_max: preferences?.age_max ?? null,
      // The test has no places, so people with a distance filter are not counted.
      distance: preferences?.distance ?? null,
      answered_only: preferences?.answered_only ?? null,
      accepts: lists?.map((letters) => letters.join('')).join(',') ?? null,
    }
  })
  for (const [n, fact] of facts.entries())
    if ((people[n]?.photoCount ?? 0) >= 3) columns.put({ ...fact, changed_ts: 0 })
  const [first] = facts
  if (!first) throw new Error('nobody lives there')
  const seeker = { ...first, country: 'AU', home: null }
  const towns = new Towns()
  const request = {
    seeker,
    hidden: new IdSet([seeker.id]),
    filters: filtersFor(seeker, {}),
    origin: { country: 'AU', position: null },
    online: undefined,
    sort: 'active',
    photosMin: 3,
    now,
    countNearMisses: true,
  } as const
  const { total } = await scan(columns, compileQuery(request, towns))
  expect(total).toBeGreaterThanOrEqual(10)
  expect(total).toBeLessThanOrEqual(40)
})
