import type { ClientProblemCode } from '../client-problems'

export type FormSection = 'about' | 'looking' | 'details' | 'lifestyle'

/** Where /edit shows a field. `half`: next to its neighbour where there is room. */
interface FormPlace {
  section: FormSection
  /** Set if the form uses another name than the profile. */
  label?: string
  hint?: string
  half?: true
}

/** Where the profile shows a field: in a table of facts, or in the row of another field. */
type ProfilePlace = { table: 'basics' | 'day' | 'background'; at?: number } | { beside: string }

interface FilterPlace {
  group: 'who' | 'want' | 'day' | 'common'
  /** The name in URLs, saved searches and preferences, if it differs from the field's. */
  key?: string
  at?: number
}

/** The properties of every kind of field. `at` is a position; rows without one follow in table order. */
interface Row {
  label: string
  /** The table that stores it: cards need `member`, only the profile needs `profile`. */
  stored: 'member' | 'profile'
  /** Asked at sign-up. Without `form` it can't be changed afterwards. */
  signup?: true
  /** The problem reported for an empty answer. */
  required?: ClientProblemCode
  form?: FormPlace
  profile?: ProfilePlace
}

interface NameRow extends Row {
  kind: 'name'
}
interface DateRow extends Row {
  kind: 'date'
}
/** A part of the home, which is a single control on screen. */
interface HomeRow extends Row {
  kind: 'home'
}
interface CountryRow extends Row {
  kind: 'country'
}
export interface TextRow extends Row {
  kind: 'text'
  characters: number
  /** One line if absent. */
  lines?: number
  emoji?: false
}
interface NumberRow extends Row {
  kind: 'number'
  min: number
  max: number
  /** Two filters, `<key>_min` and `<key>_max`. */
  filter?: FilterPlace
}
/** One of a few answers. A code is one character, because the member index stores one letter per choice. */
export interface ChoiceRow extends Row {
  kind: 'choice'
  codes: Readonly<Record<string, string>>
  /** Answers that the profile writes out. */
  spelt?: Readonly<Record<string, string>>
  /** `chips` rewords answers that are unclear without their question. `preference`: also one of the preferences. */
  filter?: FilterPlace & { preference?: true; chips?: Readonly<Record<string, string>> }
}
/** Several answers, concatenated: '~+'. */
export interface CombinationRow extends Row {
  kind: 'combination'
  codes: Readonly<Record<string, string>>
  /** This answer excludes the others. */
  alone: string
}
/** Up to `most` codes from a long list (lists.ts). */
interface ListRow extends Row {
  kind: 'list'
  most: number
  filter?: FilterPlace
}

export type FieldRow =
  | NameRow
  | DateRow
  | HomeRow
  | CountryRow
  | TextRow
  | NumberRow
  | ChoiceRow
  | CombinationRow
  | ListRow

const LONG = { characters: 600, lines: 9 } as const
const SHORT = { characters: 70 } as const

/**
 * Every field of a profile, in the order of /edit. Shapes, validation, SQL columns, the edit form, the profile, filters,
 * preferences, the member index, the export and the admin views derive from this table; CONTRIBUTING.md shows how to add
 * a row. Plain data, so that the browser loads no validator with it.
 */
export const fields = {
  username: { kind: 'name', label: 'First name', stored: 'member', signup: true },
  birthday: { kind: 'date', label: 'Age', stored: 'member', signup: true, profile: { table: 'basics' } },
  gender_birth: {
    kind: 'choice',
    label: 'Gender at birth',
    stored: 'profile',
    codes: { f: 'Female', m: 'Male' },
    signup: true,
    profile: { table: 'basics' },
  },
  gender: {
    kind: 'choice',
    label: 'Identity',
    stored: 'member',
    codes: { f: 'Female', m: 'Male' },
    signup: true,
    profile: { table: 'basics' },
  },
  country: { kind: 'home', label: 'Country', stored: 'member', signup: true },
  city: { kind: 'home', label: 'City', stored: 'member', signup: true },
  tagline: {
    kind: 'text',
    label: 'Tagline',
    stored: 'profile',
    characters: 200,
    emoji: false,
    required: 'profile.tagline',
    form: { section: 'about', hint: 'Your headline, without emoji.' },
  },
  about_offer: {
    kind: 'text',
    label: 'About me',
    stored: 'profile',
    ...LONG,
    form: { section: 'about', hint: 'Tell people who you are and what you bring.' },
  },
  interests: {
    kind: 'text',
    label: 'Interests',
    stored: 'profile',
    ...LONG,
    form: { section: 'about', hint: 'Things you could talk about for hours.' },
    profile: { table: 'background', at: 1 },
  },
  tags: {
    kind: 'list',
    label: 'Interests',
    stored: 'profile',
    most: 10,
    form: { section: 'about', label: 'Interests from the list' },
    profile: { beside: 'interests' },
    filter: { group: 'common' },
  },
  interested: {
    kind: 'choice',
    label: 'Interested in',
    stored: 'member',
    codes: { m: 'Men', w: 'Women', b: 'Both' },
    spelt: { b: 'Male or Female' },
    signup: true,
    required: 'signup.interested',
    form: { section: 'looking', hint: 'This decides who you see, and who sees you.' },
    profile: { table: 'basics' },
  },
  relationship_goals: {
    kind: 'choice',
    label: 'Relationship goals',
    stored: 'profile',
    codes: { s: 'Serious', c: 'Casual', e: 'Either' },
    spelt: { e: 'Casual or Serious' },
    signup: true,
    required: 'signup.goals',
    form: { section: 'looking' },
    profile: { table: 'basics' },
    filter: { group: 'want', key: 'goals', preference: true },
  },
  wants: {
    kind: 'text',
    label: 'Looking for',
    stored: 'profile',
    ...LONG,
    form: {
      section: 'looking',
      label: 'What I am looking for',
      hint: 'The kind of person, and the kind of life, you hope for.',
    },
  },
  country_of_birth: {
    kind: 'country',
    label: 'Nationality',
    stored: 'profile',
    form: { section: 'details', half: true },
    profile: { table: 'background', at: 3 },
  },
  height: {
    kind: 'number',
    label: 'Height',
    stored: 'profile',
    min: 100,
    max: 250,
    form: { section: 'details', hint: 'In centimetres.', half: true },
    profile: { table: 'basics' },
    filter: { group: 'who' },
  },
  ethnicity: {
    kind: 'text',
    label: 'Ethnicity',
    stored: 'profile',
    ...SHORT,
    form: { section: 'details', half: true },
    profile: { table: 'background', at: 4 },
  },
  languages: {
    kind: 'text',
    label: 'Languages',
    stored: 'profile',
    ...SHORT,
    form: { section: 'details', hint: 'In your own words.', half: true },
    profile: { table: 'background', at: 5 },
  },
  spoken: {
    kind: 'list',
    label: 'Languages',
    stored: 'profile',
    most: 5,
    form: { section: 'details', label: 'Languages I speak' },
    profile: { beside: 'languages' },
    filter: { group: 'common' },
  },
  occupation: {
    kind: 'text',
    label: 'Occupation',
    stored: 'profile',
    ...SHORT,
    form: { section: 'details' },
    profile: { table: 'background', at: 2 },
  },
  education: {
    kind: 'choice',
    label: 'Education',
    stored: 'profile',
    codes: { '1': 'High school', '2': 'Other', '3': 'University' },
    form: { section: 'details' },
    profile: { table: 'day', at: 5 },
    filter: { group: 'day', at: 4, chips: { '2': 'Other education' } },
  },
  income: {
    kind: 'choice',
    label: 'Income',
    stored: 'profile',
    codes: { l: 'Low', a: 'Average', h: 'High' },
    form: { section: 'details' },
    profile: { table: 'day', at: 4 },
  },
  smoking: {
    kind: 'choice',
    label: 'Smoking',
    stored: 'profile',
    codes: { '-': 'Non-smoker', '~': 'Occasionally', '+': 'Often' },
    form: { section: 'lifestyle' },
    profile: { table: 'day', at: 2 },
    filter: {
      group: 'day',
      at: 1,
      preference: true,
      chips: { '~': 'Smokes occasionally', '+': 'Smokes often' },
    },
  },
  drinking: {
    kind: 'choice',
    label: 'Drinking',
    stored: 'profile',
    codes: { '-': 'Never', '~': 'Socially', '+': 'Often' },
    form: { section: 'lifestyle' },
    profile: { table: 'day', at: 3 },
    filter: {
      group: 'day',
      at: 2,
      preference: true,
      chips: { '-': 'Never drinks', '~': 'Drinks socially', '+': 'Drinks often' },
    },
  },
  tatoos: {
    kind: 'choice',
    label: 'Tattoos',
    stored: 'profile',
    codes: { '-': 'None', '~': 'A few', '+': 'Many' },
    form: { section: 'lifestyle' },
    profile: { table: 'day', at: 1 },
  },
  marriage: {
    kind: 'choice',
    label: 'Marriage status',
    stored: 'profile',
    codes: { '-': 'Never married', '~': 'Previously', '+': 'Still married' },
    form: { section: 'lifestyle' },
    profile: { table: 'day', at: 6 },
    filter: { group: 'day', at: 3, chips: { '~': 'Previously married' } },
  },
  kids: {
    kind: 'choice',
    label: 'Have kids',
    stored: 'profile',
    codes: { '-': 'No', '+': 'Yes' },
    form: { section: 'lifestyle' },
    profile: { table: 'day', at: 7 },
    filter: { group: 'want', preference: true, chips: { '-': 'No kids', '+': 'Has kids' } },
  },
  wants_kids: {
    kind: 'choice',
    label: 'Want kids',
    stored: 'profile',
    codes: { '-': 'No', '~': 'Maybe', '+': 'Yes' },
    form: { section: 'lifestyle' },
    profile: { table: 'day', at: 8 },
    filter: {
      group: 'want',
      preference: true,
      chips: { '-': 'Wants no kids', '~': 'May want kids', '+': 'Wants kids' },
    },
  },
  relocation: {
    kind: 'combination',
    label: 'Willing to relocate',
    stored: 'profile',
    codes: { '-': 'Not willing', '~': 'Within my country', '+': 'To another country' },
    alone: '-',
    form: { section: 'lifestyle' },
    profile: { table: 'day', at: 9 },
  },
} as const satisfies Record<string, FieldRow>

type Fields = typeof fields
export type FieldKey = keyof Fields
/** The keys of the fields whose row matches `Like`. */
export type FieldsLike<Like> = { [K in FieldKey]: Fields[K] extends Like ? K : never }[FieldKey]
export type FieldKind<K extends FieldKey> = Fields[K]['kind']

export const fieldKeys = Object.keys(fields) as FieldKey[]
/** The row with the type of any row; `fields[key]` has the exact type of that row. */
export const fieldRow = (key: FieldKey): FieldRow => fields[key]

const keysWhere = <K extends FieldKey>(isWanted: (row: FieldRow, key: FieldKey) => boolean): K[] =>
  fieldKeys.filter((key): key is K => isWanted(fields[key], key))

/** Sorts by `at`; items without one follow in their original order. */
const byPlace = <T>(items: T[], placeOf: (item: T) => number | undefined): T[] =>
  items.sort((one, other) => (placeOf(one) ?? 1000) - (placeOf(other) ?? 1000))

export type ChoiceField = FieldsLike<{ kind: 'choice' }>
type CombinationField = FieldsLike<{ kind: 'combination' }>
export type TextField = FieldsLike<{ kind: 'text' }>
export type NumberField = FieldsLike<{ kind: 'number' }>
export type CountryField = FieldsLike<{ kind: 'country' }>
export type ProfileListField = FieldsLike<{ kind: 'list' }>

/** Codes and their labels, by field. */
export const labels = Object.fromEntries(
  fieldKeys.flatMap((key) => {
    const row = fieldRow(key)
    return 'codes' in row ? [[key, row.codes]] : []
  }),
) as { [K in ChoiceField | CombinationField]: Fields[K]['codes'] }

/** The fields that /edit changes, in its order. */
export type EditableField = FieldsLike<{ form: object }>
export const editableFields = keysWhere<EditableField>(({ form }) => form !== undefined)
export const formLabel = (key: EditableField): string => {
  const { form, label } = fieldRow(key)
  return form?.label ?? label
}
/** The single-valued fields that /edit changes and sign-up doesn't ask for. */
export type ProfileField = Exclude<EditableField, FieldsLike<{ signup: true }> | ProfileListField>
export const profileFieldNames = keysWhere<ProfileField>(
  ({ form, signup, kind }) => form !== undefined && !signup && kind !== 'list',
)
export const isProfileField = (key: string): key is ProfileField =>
  (profileFieldNames as readonly string[]).includes(key)
export const profileListFieldNames = keysWhere<ProfileListField>(({ kind }) => kind === 'list')
export const isProfileListField = (key: string): key is ProfileListField =>
  (profileListFieldNames as readonly string[]).includes(key)

/** Columns of the two tables that store a profile. */
export type MemberColumn = FieldsLike<{ stored: 'member' }>
export type ProfileColumn = FieldsLike<{ stored: 'profile' }>
export const memberColumns = keysWhere<MemberColumn>(({ stored }) => stored === 'member')
export const profileColumns = keysWhere<ProfileColumn>(({ stored }) => stored === 'profile')

/** The type of a field's column and of its value on the wire. */
export type FieldValue<K extends FieldKey> =
  FieldKind<K> extends 'text'
    ? string
    : FieldKind<K> extends 'list'
      ? string[]
      : FieldKind<K> extends 'number'
        ? number | null
        : string | null
export type FieldValues<K extends FieldKey> = { [F in K]: FieldValue<F> }

export function noAnswer(row: FieldRow): string | string[] | null {
  switch (row.kind) {
    case 'text':
      return ''
    case 'list':
      return []
    case 'name':
    case 'date':
    case 'home':
    case 'country':
    case 'number':
    case 'choice':
    case 'combination':
      return null
  }
}

export type ProfileTableName = 'basics' | 'day' | 'background'
/** The fields of one table of facts on the profile, in order. */
export const profileTable = (name: ProfileTableName): FieldKey[] => {
  const placeIn = (key: FieldKey) => {
    const place = fieldRow(key).profile
    return place && 'table' in place && place.table === name ? place : undefined
  }
  return byPlace(
    fieldKeys.filter((key) => placeIn(key)),
    (key) => placeIn(key)?.at,
  )
}
/** The list whose codes the profile shows in the row of this field. */
export const besideField = (key: FieldKey): ProfileListField | undefined =>
  profileListFieldNames.find((list) => {
    const place = fieldRow(list).profile
    return place !== undefined && 'beside' in place && place.beside === key
  })

type Filtered<K extends FieldKey> = Extract<K, FieldsLike<{ filter: object }>>
type FilterName<K extends FieldKey> = {
  [F in K]: Fields[F] extends { filter: { key: infer Name extends string } } ? Name : F
}[K]
/** Filters by a choice, under the name that URLs and preferences use. */
export type ChoiceFilter = FilterName<Filtered<ChoiceField>>
export type NumberFilter = FilterName<Filtered<NumberField>>
export type ListFilter = FilterName<Filtered<ProfileListField>>
export type PreferenceList = FilterName<FieldsLike<{ filter: { preference: true } }>>

export type FilterGroup = FilterPlace['group']
const groups: readonly FilterGroup[] = ['who', 'want', 'day', 'common']

const filterOf = (key: FieldKey) => {
  const row = fieldRow(key)
  return 'filter' in row ? row.filter : undefined
}

/** The filters of one kind, in the order of the panel, with their fields. */
function filtersOf<Name extends string>(
  kind: FieldRow['kind'],
  isWanted: (row: FieldRow) => boolean = () => true,
): { name: Name; field: FieldKey }[] {
  const keys = fieldKeys.filter((key) => {
    const row = fieldRow(key)
    return row.kind === kind && filterOf(key) !== undefined && isWanted(row)
  })
  return groups.flatMap((group) =>
    byPlace(
      keys.filter((key) => filterOf(key)?.group === group),
      (key) => filterOf(key)?.at,
    ).map((field) => ({ name: (filterOf(field)?.key ?? field) as Name, field })),
  )
}

const fieldByName = <Name extends string, F extends FieldKey>(filters: { name: Name; field: FieldKey }[]) =>
  Object.fromEntries(filters.map(({ name, field }) => [name, field])) as Record<Name, F>

export const choiceFilters = fieldByName<ChoiceFilter, ChoiceField>(filtersOf('choice'))
export const choiceFilterNames = Object.keys(choiceFilters) as ChoiceFilter[]
export const numberFilters = fieldByName<NumberFilter, NumberField>(filtersOf('number'))
export const numberFilterNames = Object.keys(numberFilters) as NumberFilter[]
export const listFilters = fieldByName<ListFilter, ProfileListField>(filtersOf('list'))
export const listFilterNames = Object.keys(listFilters) as ListFilter[]
/** The list-valued preferences, with the profile field of each. */
export const preferenceLists = fieldByName<PreferenceList, ChoiceField>(
  filtersOf('choice', (row) => row.kind === 'choice' && row.filter?.preference === true),
)
export const preferenceListNames = Object.keys(preferenceLists) as PreferenceList[]

export const filterGroup = (name: ChoiceFilter | NumberFilter | ListFilter): FilterGroup | undefined =>
  filterOf({ ...choiceFilters, ...numberFilters, ...listFilters }[name])?.group
/** The answers of a choice, as worded on a filter's chip. */
export function chipLabels(name: ChoiceFilter): Record<string, string> {
  const row: ChoiceRow = fields[choiceFilters[name]]
  return { ...row.codes, ...row.filter?.chips }
}
