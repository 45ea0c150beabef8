import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { expect, test } from 'vitest'
import { answeredOnly, metricTables } from './metrics'

const now = Date.UTC(2026, 10, 15) / 1000
const unknown = {
  birthday: null,
  gender_birth: null,
  gender: null,
  interested: null,
  relationship_goals: null,
  height: null,
  tatoos: null,
  smoking: null,
  drinking: null,
  income: null,
  education: null,
  marriage: null,
  kids: null,
  wants_kids: null,
  relocation: null,
  interests: '',
  occupation: '',
  country_of_birth: null,
  ethnicity: '',
  languages: '',
  spoken: [],
  tags: [],
  shared_tags: [],
} as unknown as MemberProfile

const textsOf = (known: Partial<MemberProfile>): Record<string, string> =>
  Object.fromEntries(
    metricTables({ ...unknown, ...known }, now)
      .flatMap(({ metrics }) => metrics)
      .map(({ label, text }) => [label, text]),
  )

test('[P2 §2] the tables contain every field in the order of the specification', () => {
  expect(Object.keys(textsOf({ gender_birth: 'f' }))).toEqual([
    'Age',
    'Gender at birth',
    'Identity',
    'Interested in',
    'Relationship goals',
    'Height',
    'Tattoos',
    'Smoking',
    'Drinking',
    'Income',
    'Education',
    'Marriage status',
    'Have kids',
    'Want kids',
    'Willing to relocate',
    'Interests',
    'Occupation',
    'Nationality',
    'Ethnicity',
    'Languages',
  ])
  expect(Object.values(textsOf({})).join('')).toBe('')
})

test('on a phone, rows and tables without an answer are left out', () => {
  const tables = metricTables({ ...unknown, height: 182, tags: ['yoga'] }, now)
  expect(answeredOnly(tables).map(({ metrics }) => metrics.map(({ label }) => label))).toEqual([
    ['Height'],
    ['Interests'],
  ])
})

test('a hidden gender at birth has no row', () => {
  expect(Object.keys(textsOf({})).slice(0, 2)).toEqual(['Age', 'Identity'])
})

test.each<[string, keyof MemberProfile, Record<string, string>]>([
  ['Gender at birth', 'gender_birth', { f: 'Female', m: 'Male' }],
  ['Identity', 'gender', { f: 'Female', m: 'Male' }],
  ['Interested in', 'interested', { m: 'Men', w: 'Women', b: 'Male or Female' }],
  ['Relationship goals', 'relationship_goals', { s: 'Serious', c: 'Casual', e: 'Casual or Serious' }],
  ['Tattoos', 'tatoos', { '-': 'None', '~': 'A few', '+': 'Many' }],
  ['Smoking', 'smoking', { '-': 'Non-smoker', '~': 'Occasionally', '+': 'Often' }],
  ['Income', 'income', { l: 'Low', a: 'Average', h: 'High' }],
  ['Education', 'education', { '1': 'High school', '2': 'Other', '3': 'University' }],
  ['Marriage status', 'marriage', { '-': 'Never married', '~': 'Previously', '+': 'Still married' }],
  ['Have kids', 'kids', { '-': 'No', '+': 'Yes' }],
  ['Drinking', 'drinking', { '-': 'Never', '~': 'Socially', '+': 'Often' }],
  ['Want kids', 'wants_kids', { '-': 'No', '~': 'Maybe', '+': 'Yes' }],
  [
    'Willing to relocate',
    'relocation',
    {
      '-': 'Not willing',
      '~': 'Within my country',
      '+': 'To another country',
      '~+': 'Within my country, To another country',
      '+~': 'Within my country, To another country',
    },
  ],
])('[P2 §2] %s: every code has a label', (label, field, codes) => {
  for (const [code, text] of Object.entries(codes)) expect(textsOf({ [field]: code })[label]).toBe(text)
  expect(textsOf({ [field]: 'toString' })[label]).toBe('')
})

test('[P3 §1] languages from the list come before those in the member’s own words', () => {
  expect(textsOf({ spoken: ['el', 'en'] }).Languages).toBe('Greek, English')
  expect(textsOf({ spoken: ['el'], languages: 'Auslan' }).Languages).toBe('Greek\nAuslan')
  expect(textsOf({ languages: 'Auslan' }).Languages).toBe('Auslan')
})

test('[P2 §9] age, height and nationality are formatted for reading', () => {
  const text = textsOf({ birthday: '1996-12-01', height: 182, country_of_birth: 'NZ' })
  expect(text).toMatchObject({ Age: '29', Height: '6 ft 0 in (182 cm)', Nationality: 'New Zealand' })
})
