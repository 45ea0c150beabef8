import { countryName } from '@rosella/contract/places/country-name'
import { type FieldKey, fieldRow, type ProfileListField } from '@rosella/contract/profile/fields'
import { codeLists } from '@rosella/contract/profile/lists'
import { heightLabel } from './labels'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const labelOf = (codes: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(codes, code) ? (codes[code] ?? '') : ''

/** The text of a profile field; '' without an answer. The value may be untyped JSON. */
export function fieldText(field: FieldKey, value: unknown, { spelt = false } = {}): string {
  const row = fieldRow(field)
  switch (row.kind) {
    case 'choice':
      return labelOf(spelt ? { ...row.codes, ...row.spelt } : row.codes, text(value))
    case 'combination':
      return Object.keys(row.codes)
        .filter((code) => text(value).includes(code))
        .map((code) => labelOf(row.codes, code))
        .join(', ')
    case 'number':
      return typeof value === 'number' ? heightLabel(value) : ''
    case 'country':
      return text(value) === '' ? '' : countryName(text(value))
    case 'list':
      return Array.isArray(value) ? value.map(codeLists[field as ProfileListField].label).join(', ') : ''
    case 'text':
    case 'name':
    case 'date':
    case 'home':
      return text(value)
  }
}
