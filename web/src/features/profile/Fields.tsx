import { countries } from '@rosella/contract/places/countries'
import { countryName } from '@rosella/contract/places/country-name'
import {
  type ChoiceRow,
  type CombinationRow,
  type CountryField,
  type EditableField,
  editableFields,
  type FormSection,
  fieldRow,
  fields,
  formLabel,
  type NumberField,
  type ProfileListField,
  type TextField,
  type TextRow,
} from '@rosella/contract/profile/fields'
import { toggleCombination } from '@rosella/contract/profile/rules'
import type { ReactNode } from 'react'
import { fieldText } from '../../format/field-text'
import { feetLabel } from '../../format/labels'
import { pickLists } from '../../format/pick-groups'
import { Button } from '../../ui/Button'
import { ChoiceGroup, MultiChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { controlClass, Field, FieldFrame } from '../../ui/forms/Field'
import { PickList } from '../../ui/forms/PickList'
import { Select } from '../../ui/forms/Select'
import { TextArea } from '../../ui/forms/TextArea'
import { withinLimit, withoutEmojiWithin } from './fit-text'
import { type FormField, type FormKey, shownPrompts } from './form'
import { SaveMark } from './SaveMark'
import type { EditFormState } from './use-edit-form'
import { useFitted } from './use-fitted'

/** Why a value is invalid or could not be saved. */
export const failureOf = (form: EditFormState, key: FormKey): string | undefined => {
  const state = form.states[key]
  return form.errors[key]?.message ?? (state?.is === 'failed' ? state.message : undefined)
}

/** A field with its save state next to its label. */
export function Slot({ form, name, children }: { form: EditFormState; name: FormKey; children: ReactNode }) {
  return (
    <div className="relative min-w-0">
      {children}
      <span className="pointer-events-none absolute end-0 top-0">
        <SaveMark state={form.states[name]} />
      </span>
      <NewerValue form={form} name={name} />
    </div>
  )
}

/** The choice between the value on this screen and a newer one from another device. */
export function NewerValue({ form, name }: { form: EditFormState; name: FormKey }) {
  if (form.newer[name] === undefined) return null
  return (
    <div className="petal-sm mt-3 grid animate-arrive gap-3 bg-wattle-soft px-4 py-3 text-on-wattle-soft">
      <div className="text-sm">
        <p className="font-semibold">On your other device</p>
        <p dir="auto" className="wrap-anywhere line-clamp-6 whitespace-pre-line">
          {newerText(form, name) || 'No answer'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" onClick={() => form.settle(name, 'this')}>
          Keep what’s here
        </Button>
        <Button tone="quiet" onClick={() => form.settle(name, 'newer')}>
          Use the other one
        </Button>
      </div>
    </div>
  )
}

function newerText({ newer, questions }: EditFormState, name: FormKey): string {
  switch (name) {
    case 'location':
      return newer.location?.city ?? ''
    case 'prompts': {
      const question = (asked: number) => questions.find(({ id }) => id === asked)?.question ?? ''
      return shownPrompts(newer.prompts ?? [])
        .map(({ question_id, answer }) => `${question(question_id)}\n${answer}`)
        .join('\n')
    }
    default:
      return fieldText(name, fieldRow(name).kind === 'number' ? Number(newer[name]) : newer[name])
  }
}

type FieldProps<F extends FormField = FormField> = { form: EditFormState; field: F }

/** Shared by all text fields, which are saved after a pause or on blur. */
const textProps = (form: EditFormState, field: FormField) => ({
  label: formLabel(field),
  hint: fieldRow(field).form?.hint,
  error: failureOf(form, field),
  onBlur: () => form.leave(field),
})

function TextBox({ form, field }: FieldProps<TextField>) {
  const row: TextRow = fields[field]
  const fit = row.emoji === false ? withoutEmojiWithin(row) : withinLimit(row)
  const fitted = useFitted(form.values[field], fit, (text) => form.change(field, text, 'after a pause'))
  const { characters, lines } = row
  return lines === undefined ? (
    <Field {...textProps(form, field)} {...fitted} required={row.required !== undefined} limit={characters} />
  ) : (
    <TextArea {...textProps(form, field)} {...fitted} limit={{ characters, lines }} />
  )
}

const optionsOf = (codes: Readonly<Record<string, string>>) =>
  Object.entries(codes).map(([value, label]) => ({ value, label }))

function Choices({ form, field, row }: FieldProps & { row: ChoiceRow }) {
  return (
    <ChoiceGroup
      legend={formLabel(field)}
      hint={row.form?.hint}
      error={failureOf(form, field)}
      options={optionsOf(row.codes)}
      value={form.values[field] || null}
      onChange={(code) => form.change(field, code ?? '')}
      clearable={row.required === undefined}
    />
  )
}

function Combination({ form, field, row }: FieldProps & { row: CombinationRow }) {
  const code = form.values[field]
  return (
    <MultiChoiceGroup
      legend={formLabel(field)}
      error={failureOf(form, field)}
      options={optionsOf(row.codes)}
      values={[...code]}
      onChange={(_, clicked) => form.change(field, toggleCombination(row, code, clicked))}
    />
  )
}

/** In centimetres, because height is the only number field. */
function NumberBox({ form, field }: FieldProps<NumberField>) {
  const { min, max } = fields[field]
  const text = form.values[field]
  const cm = Number(text)
  return (
    <FieldFrame label={formLabel(field)} hint={fields[field].form.hint} error={failureOf(form, field)}>
      {(control) => (
        <span className="flex items-center gap-3">
          <input
            {...control}
            type="text"
            inputMode="numeric"
            value={text}
            onChange={(event) =>
              form.change(field, event.target.value.replace(/\D/g, '').slice(0, 3), 'after a pause')
            }
            onBlur={() => form.leave(field)}
            className={controlClass}
          />
          <span className="shrink-0">cm</span>
          <span className="shrink-0 text-muted">{cm >= min && cm <= max && feetLabel(cm)}</span>
        </span>
      )}
    </FieldFrame>
  )
}

const countryOptions = countries().map(({ code, name }) => ({ value: code, label: name }))

function CountrySelect({ form, field }: FieldProps<CountryField>) {
  const code = form.values[field]
  const listed = code === '' || countryOptions.some(({ value }) => value === code)
  return (
    <Select
      label={formLabel(field)}
      error={failureOf(form, field)}
      placeholder="No answer"
      options={listed ? countryOptions : [{ value: code, label: countryName(code) }, ...countryOptions]}
      value={code}
      onChange={(event) => form.change(field, event.target.value)}
    />
  )
}

/** Used for search and matching, unlike the text field next to it. */
function ListPicks({ form, field }: { form: EditFormState; field: ProfileListField }) {
  const { most } = fields[field]
  const { action, groups } = pickLists[field]
  return (
    <PickList
      legend={formLabel(field)}
      hint={`Up to ${most}. They help people find each other.`}
      error={failureOf(form, field)}
      action={action}
      groups={groups()}
      values={form.values[field]}
      onChange={(codes) => form.change(field, codes)}
      most={most}
    />
  )
}

function Control({ form, field }: { form: EditFormState; field: EditableField }) {
  const row = fieldRow(field)
  switch (row.kind) {
    case 'text':
      return <TextBox form={form} field={field as TextField} />
    case 'number':
      return <NumberBox form={form} field={field as NumberField} />
    case 'country':
      return <CountrySelect form={form} field={field as CountryField} />
    case 'choice':
      return <Choices form={form} field={field as FormField} row={row} />
    case 'combination':
      return <Combination form={form} field={field as FormField} row={row} />
    case 'list':
      return <ListPicks form={form} field={field as ProfileListField} />
    case 'name':
    case 'date':
    case 'home':
      throw new Error(`${field} has no form control`)
  }
}

const FieldSlot = ({ form, field }: { form: EditFormState; field: EditableField }) => (
  <Slot form={form} name={field}>
    <Control form={form} field={field} />
  </Slot>
)

/** The fields of a section: first the half-width ones in pairs, then the others. */
export function SectionFields({ form, section }: { form: EditFormState; section: FormSection }) {
  const inSection = editableFields.filter((field) => fieldRow(field).form?.section === section)
  const halves = inSection.filter((field) => fieldRow(field).form?.half)
  const slots = (list: EditableField[]) =>
    list.map((field) => <FieldSlot key={field} form={form} field={field} />)
  return (
    <>
      {halves.length > 0 && <div className="grid gap-x-6 gap-y-7 sm:grid-cols-2">{slots(halves)}</div>}
      {slots(inSection.filter((field) => !halves.includes(field)))}
    </>
  )
}
