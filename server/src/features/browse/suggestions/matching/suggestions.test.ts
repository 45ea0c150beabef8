import { dice } from '@rosella/testkit/random-town'
import { expect, test } from 'vitest'
import { type FactsAtHome, matchesPreferences } from '../../../../members/preferences'
import { assignDay, drain } from './assign'
import { type CandidateFacts, CandidateTable, exposureTargetToday } from './candidate-table'
import { suggestablePools } from './find-candidates'
import { learnPairWeights, type ShownCard } from './learn-pair-weights'
import { GOALS, harmonicMean, matchesBothWays, pairFeatures, pairPart } from './score'
import { likeRate, logistic, pairKeys, weights } from './weights'

const NOW = Date.UTC(2026, 10, 16) / 1000
const DAY = 86_400
const nobody = {
  never: new Set<number>(),
  recent: new Set<number>(),
  likedMe: [] as number[],
  passedMe: new Set<number>(),
}
const near = () => new Uint8Array(10)

/** By default everyone matches everyone of the other gender. */
const member = (id: number, more: Partial<CandidateFacts> = {}): CandidateFacts => ({
  id,
  gender: id % 2 ? 'f' : 'm',
  interested: id % 2 ? 'm' : 'w',
  town_id: 1,
  town_hidden: false,
  birthday: '1990-01-01',
  created_ts: NOW - 100 * DAY,
  active_ts: NOW - DAY / 2,
  ndp: 0,
  verified_ts: null,
  choices: 's      ',
  height: null,
  spoken: 'en',
  tags: '',
  age_min: null,
  age_max: null,
  distance: null,
  answered_only: null,
  accepts: null,
  suggestable: true,
  shown: 0,
  liked: 0,
  saw: 0,
  sent: 0,
  seen_week: 20,
  seen_lately: 10,
  picked: 0,
  expected: 0,
  ...more,
})

function assign(
  members: readonly CandidateFacts[],
  excluded = (_id: number) => nobody,
): Map<number, { id: number; different: boolean }[]> {
  const table = new CandidateTable(members.length, weights, NOW)
  for (const one of members) table.add(one)
  const viewers = members.map((_, slot) => slot)
  const pools = drain(suggestablePools(table, near))
  const made = drain(assignDay(table, pools, near, viewers, (slot) => excluded(table.ids[slot] as number), 1))
  return new Map(
    made.map(({ viewer, picks }) => [
      table.ids[viewer] as number,
      picks.map(({ other, different }) => ({ id: table.ids[other] as number, different })),
    ]),
  )
}
const crowd = (size: number, more: (id: number) => Partial<CandidateFacts> = () => ({})) =>
  Array.from({ length: size }, (_, n) => member(n + 1, more(n + 1)))

test('[P3 §11] suggests at most 14 members a day, two of them a bit different, nobody twice', () => {
  for (const picks of assign(crowd(200)).values()) {
    expect(picks).toHaveLength(14)
    expect(picks.filter(({ different }) => different)).toHaveLength(2)
    expect(new Set(picks.map(({ id }) => id)).size).toBe(14)
  }
})

test('[P3 §11] repeats recent suggestions only if nobody else is left, and never suggests excluded members', () => {
  const members = crowd(40)
  const recent = new Set([2, 4, 6])
  const some = assign(members, () => ({ ...nobody, recent }))
  for (const id of some.get(1)?.map((pick) => pick.id) ?? []) expect(recent.has(id)).toBe(false)
  const men = new Set(members.filter(({ gender }) => gender === 'm').map(({ id }) => id))
  const all = assign(members, () => ({ ...nobody, never: new Set([2]), recent: men }))
  expect(all.get(1)?.length).toBe(14)
  expect(all.get(1)?.some(({ id }) => id === 2)).toBe(false)
})

test('suggests members who already like the viewer, even if they seldom like anyone', () => {
  const members = crowd(300, (id) => (id === 2 ? { saw: 300, sent: 3 } : {}))
  const guessed = assign(members)
  expect(guessed.get(1)?.map(({ id }) => id)).not.toContain(2)
  const known = assign(members, (id) => (id === 1 ? { ...nobody, likedMe: [2] } : nobody))
  expect(known.get(1)?.map(({ id }) => id)).toContain(2)
})

test('ranks members who saw the viewer and sent no like after others', () => {
  const members = crowd(120)
  const guessed =
    assign(members)
      .get(1)
      ?.map(({ id }) => id) ?? []
  const passedMe = new Set(guessed)
  const made = assign(members, (id) => (id === 1 ? { ...nobody, passedMe } : nobody)).get(1) ?? []
  expect(made).toHaveLength(14)
  for (const { id, different } of made) if (!different) expect(passedMe.has(id)).toBe(false)
})

test('suggests members who were seen less this week more often', () => {
  const made = assign(crowd(200, (id) => ({ seen_week: id <= 100 ? 10 : 60 })))
  const counts = { less: 0, more: 0 }
  for (const picks of made.values()) for (const { id } of picks) counts[id <= 100 ? 'less' : 'more']++
  expect(counts.less).toBeGreaterThan(counts.more * 1.5)
})

test('penalises the most seen members more when views were less even', () => {
  const toTheSeen = (seen: number) => {
    const made = assign(
      crowd(200, (id) => (id <= 100 ? { seen_week: 30 } : { seen_week: seen, shown: 500, liked: 150 })),
    )
    return [...made.values()].flat().filter(({ id }) => id > 100).length
  }
  expect(toTheSeen(300)).toBeLessThan(toTheSeen(31) * 0.9)
})

test('[P3 §11] does not show a few popular members to everyone', () => {
  const popular = (id: number) => (id <= 10 ? { shown: 1000, liked: 900 } : { shown: 1000, liked: 50 })
  const counts = new Map<number, number>()
  for (const picks of assign(crowd(400, popular)).values())
    for (const { id } of picks) counts.set(id, (counts.get(id) ?? 0) + 1)
  // 200 men see 5 popular women and 195 others. By score alone, all men would see each of the five.
  for (let id = 1; id <= 10; id++) expect(counts.get(id) ?? 0).toBeLessThan(60)
  expect(counts.size).toBe(400)
})

test('[P3 §11] limits expected likes to about three times the mean, also over several groups', () => {
  const roll = dice(12)
  // A few are far more popular.
  const members = crowd(600, (id) => ({
    shown: 1000,
    liked: id < 20 ? 900 : 30 + roll(150),
  }))
  const table = new CandidateTable(members.length, weights, NOW)
  for (const one of members) table.add(one)
  const pools = drain(suggestablePools(table, near))
  const likes = new Float64Array(members.length)
  for (let part = 0; part < 20; part++) {
    const viewers = members.flatMap((_, slot) => (Math.floor(slot / 2) % 20 === part ? [slot] : []))
    for (const { viewer, picks } of drain(assignDay(table, pools, near, viewers, () => nobody, 1)))
      for (const { other, chance } of picks)
        likes[other] = (likes[other] as number) + chance * (table.attendanceToday[viewer] as number)
  }
  const women = [...likes].filter((_, slot) => members[slot]?.gender === 'f')
  const mean = women.reduce((sum, one) => sum + one, 0) / women.length
  expect(mean).toBeGreaterThan(1)
  // The mean is estimated before the lists are made.
  expect(Math.max(...women)).toBeLessThan(3.7 * mean)
})

test('[P3 §11] fills exposure targets first, for newcomers in their first week and for members who were not seen', () => {
  expect(exposureTargetToday({ now: NOW, created_ts: NOW, seenThisWeek: 0, seenLately: 0 })).toBeGreaterThan(
    7,
  )
  expect(
    exposureTargetToday({ now: NOW, created_ts: NOW - 6 * DAY, seenThisWeek: 20, seenLately: 9 }),
  ).toBeGreaterThan(30)
  expect(exposureTargetToday({ now: NOW, created_ts: NOW - 3 * DAY, seenThisWeek: 60, seenLately: 9 })).toBe(
    0,
  )
  expect(
    exposureTargetToday({ now: NOW, created_ts: NOW - 30 * DAY, seenThisWeek: 0, seenLately: 0 }),
  ).toBeGreaterThan(1)
  const old = { now: NOW, created_ts: NOW - 30 * DAY }
  expect(exposureTargetToday({ ...old, seenThisWeek: 9, seenLately: 3 })).toBe(0)
  expect(exposureTargetToday({ ...old, seenThisWeek: 9, seenLately: 0 })).toBeGreaterThan(1)
  const counts = new Map<number, number>()
  // They are shown although nobody likes them.
  const made = assign(
    crowd(300, (id) =>
      id <= 4 ? { created_ts: NOW - DAY, seen_week: 0, seen_lately: 0, shown: 500, liked: 0 } : {},
    ),
  )
  for (const picks of made.values()) for (const { id } of picks) counts.set(id, (counts.get(id) ?? 0) + 1)
  for (let id = 1; id <= 4; id++) expect(counts.get(id) ?? 0).toBeGreaterThan(10)
})

test('[P3 §11] education does not change any pick, and the other attributes are not available', () => {
  const roll = dice(7)
  const tags = ['coffee', 'surfing', 'chess']
  const choices = Array.from({ length: 120 }, () => `${'sce '[roll(4)]}     `)
  const with_ = (education: string) =>
    crowd(120, (id) => ({ choices: `${choices[id - 1]}${education}`, tags: tags.slice(0, id % 4).join(',') }))
  expect(assign(with_('3'))).toEqual(assign(with_('1')))
  const known = Object.keys(member(1))
  for (const never of ['ethnicity', 'gender_birth', 'income', 'education', 'photo', 'photos', 'premium'])
    expect(known).not.toContain(never)
})

test('matchesBothWays agrees with matchesPreferences', () => {
  const roll = dice(21)
  const goals = ['s', 'c', 'e', ' ']
  const withPreferences = (): Partial<CandidateFacts> => ({
    birthday: `${1960 + roll(48)}-03-04`,
    choices: `${goals[roll(4)]}${'-+ '[roll(3)]}${'-~+ '[roll(4)]}${'-~+ '[roll(4)]}${'-~+ '[roll(4)]}  `,
    town_hidden: roll(6) === 0,
    age_min: 18 + roll(20),
    age_max: 40 + roll(59),
    distance: [0, 10, 25, 50][roll(4)] ?? 0,
    answered_only: roll(3) === 0,
    accepts: roll(2) ? ',,,,' : 's,,,-~,',
  })
  const table = new CandidateTable(60, weights, NOW)
  const members = crowd(60, withPreferences)
  for (const one of members) table.add(one)
  const facts = (one: CandidateFacts, far: boolean): FactsAtHome => ({
    ...one,
    latitude: far ? -42.4 : -42,
    longitude: 147,
  })
  let both = 0
  for (const [a, one] of members.entries()) {
    for (const [b, other] of members.entries()) {
      const isHidden = one.town_hidden || other.town_hidden
      // 44 km apart is band 2.
      const inside = matchesBothWays(table, a, b, isHidden ? 7 : 2)
      const [here, there] = [facts(one, false), facts(other, true)]
      expect(inside).toBe(matchesPreferences(here, there, NOW) && matchesPreferences(there, here, NOW))
      both += Number(inside)
    }
  }
  expect(both).toBeGreaterThan(50)
})

test('shrinks rates of members with few cards, and needs both directions to be good', () => {
  expect(likeRate(weights, 0, 0)).toBe(0)
  expect(likeRate(weights, 5, 0)).toBeGreaterThan(-0.5)
  expect(likeRate(weights, 500, 0)).toBeLessThan(-2)
  expect(harmonicMean(0.5, 0.5)).toBe(0.5)
  expect(harmonicMean(0.9, 0.1)).toBeLessThan(0.2)
  expect(harmonicMean(0, 0)).toBe(0)
})

test('pairPart is the product of the features and their weights', () => {
  const pair = Object.fromEntries(pairKeys.map((key, at) => [key, at + 0.5])) as typeof weights.pair
  for (const goals of Object.values(GOALS))
    for (const [gap, band, tags, language] of [
      [3, 0, 2, 1],
      [50, 6, 9, 0],
    ] as const) {
      const features = pairFeatures(gap, band, goals, tags, language)
      const product = pairKeys.reduce((sum, key, at) => sum + pair[key] * (features[at] as number), 0)
      expect(pairPart({ ...weights, pair }, gap, band, goals, tags, language)).toBeCloseTo(product)
    }
})

/** Cards of viewers who each see 14, with the likes that these weights lead to. */
function shownCards(viewers: number, seed: number, tags: number, clash = 0): ShownCard[] {
  const roll = dice(seed)
  return Array.from({ length: viewers * 14 }, (_, n) => {
    const goals = ([GOALS.same, GOALS.clash, GOALS.open] as const)[roll(3)] ?? GOALS.open
    const features = pairFeatures(roll(20), roll(7), goals, roll(5), roll(2))
    const rates = -1.5 + roll(100) / 50
    const z = rates + tags * (features[4] as number) + clash * (features[3] as number)
    return { fold: Math.floor(n / 14) % 5, rates, features, liked: roll(10_000) < 10_000 * logistic(z) }
  })
}
const none = { ...weights.pair, age_gap: 0, distance: 0 }
const learn = (cards: readonly ShownCard[]) => drain(learnPairWeights(none, cards))

test('[P3 §11] learns the weights that explain likes, and no others', () => {
  const made = learn(shownCards(600, 3, 0.3, -0.5))
  expect(made.learned.toSorted()).toEqual(['goals_clash', 'same_goals', 'shared_tags'])
  expect(made.pair.shared_tags).toBeCloseTo(0.3, 1)
  expect(made.pair.goals_clash).toBeCloseTo(-0.5, 0)
  expect(made.pair).toMatchObject({ age_gap: 0, distance: 0, shared_language: 0 })
})

test('things that two people share never count against them', () => {
  expect(learn(shownCards(600, 3, -0.4))).toMatchObject({ learned: [], pair: none })
})

test('hardly ever learns a weight where nothing but chance decides', () => {
  const made = Array.from({ length: 20 }, (_, seed) => learn(shownCards(150, seed, 0)))
  // Five groups of features in 20 towns.
  expect(made.flatMap(({ learned }) => learned).length).toBeLessThan(10)
})

test('shrinks weights that were learned from few cards, and learns nothing from fewer than a thousand', () => {
  const clash = (viewers: number, seed: number) => learn(shownCards(viewers, seed, 0, -1)).pair.goals_clash
  const few = [1, 2, 3, 4, 5].map((seed) => clash(80, seed))
  const mean = few.reduce((sum, weight) => sum + weight, 0) / few.length
  expect(mean).toBeLessThan(-0.2)
  expect(mean).toBeGreaterThan(-0.8)
  expect(clash(3000, 6)).toBeCloseTo(-1, 0.5)
  expect(learn(shownCards(70, 5, 2))).toMatchObject({ learned: [], pair: none })
})
