import { expect, test } from 'vitest'
import { findReasons, type ReasonFacts, type ReasonPair, reasonText } from './reasons'

const nothing: ReasonFacts = { goals: ' ', wants_kids: ' ', smoking: ' ', tags: [], spoken: [] }
const pair = (
  me: Partial<ReasonFacts>,
  other: Partial<ReasonFacts>,
  more: Partial<ReasonPair> = {},
): ReasonPair => ({
  me: { ...nothing, ...me },
  other: { ...nothing, ...other },
  isNew: false,
  band: null,
  ageGap: null,
  agreement: null,
  ...more,
})
const texts = (of: ReasonPair) => findReasons(of).map((key) => reasonText(key, of))

test('[P3 §11] gives one to three sentences such as "You both want something serious.", "You share hiking and live music.", "New this week."', () => {
  const me = { goals: 's', tags: ['bushwalking', 'live-music', 'chess'], spoken: ['en', 'it'], smoking: '-' }
  const other = { goals: 's', tags: ['live-music', 'bushwalking'], spoken: ['en', 'it'], smoking: '-' }
  expect(texts(pair(me, other, { isNew: true, band: 0, ageGap: 0 }))).toEqual([
    'You both want something serious.',
    'You share bushwalking and live music.',
    'New this week.',
  ])
  const agreeing = (agree: number, common: number) => texts(pair({}, {}, { agreement: { agree, common } }))
  expect(agreeing(14, 17)).toEqual(['You agree on 14 of 17 questions.'])
  for (const few of [agreeing(9, 9), agreeing(6, 17)])
    expect(few).toEqual(['You each fit what the other is looking for.'])
  expect(texts(pair({}, {}, { band: 0, ageGap: 1 }))).toEqual([
    'You live less than 10 km apart.',
    'You are about the same age.',
  ])
  expect(texts(pair({ spoken: ['en', 'it'] }, { spoken: ['en', 'it'] }))).toEqual(['You both speak Italian.'])
  expect(
    texts(pair({ tags: ['afl', 'triple-j', 'coffee'] }, { tags: ['afl', 'triple-j', 'coffee'] })),
  ).toEqual(['You share AFL, Triple J and coffee.'])
})

test('gives only reasons that are true of both, and always at least one', () => {
  expect(
    texts(pair({ goals: 's', smoking: '-', wants_kids: '+' }, { goals: 'c', smoking: '+', wants_kids: '-' })),
  ).toEqual(['You each fit what the other is looking for.'])
  expect(texts(pair({ goals: 'e' }, { goals: 'e' }))).toEqual(['You each fit what the other is looking for.'])
  expect(texts(pair({ wants_kids: '-' }, { wants_kids: '-' }))).toEqual(['Neither of you wants children.'])
  expect(texts(pair({ wants_kids: '~' }, { wants_kids: '~' }))).toEqual([
    'You each fit what the other is looking for.',
  ])
})
