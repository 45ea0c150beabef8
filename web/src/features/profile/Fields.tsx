import { countries, countryName } from '@rosella/contract/places/countries'
import { choiceFields, HEIGHT, LONG_TEXT, labels, SHORT_TEXT, TAGLINE } from '@rosella/contract/profile/rules'
import type { ReactNode } from 'react'
import { feetLabel } from '../../format/height'
import { ChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { controlLook, Field, FieldFrame } from '../../ui/forms/Field'
import { Select } from '../../ui/forms/Select'
import { TextArea } from '../../ui/forms/TextArea'
import { withinLimit, withoutEmojiWithin } from './fit-text'
import { type FormField, type FormKey, fieldNames } from './form'
import { SaveMark } from './SaveMark'
import type { EditForm } from './use-edit-form'
import { useFitted } from './use-fitted'

/** What is wrong with a value, or what kept it from being saved. */
export const failureOf = (form: EditForm, key: FormKey): string | undefined => {
  const state = form.states[key]
  return form.errors[key]?.message ?? (state?.is === 'failed' ? state.words : undefined)
}

/** A field with its saved state at the end of its label's line. */
export function Slot({ form, name, children }: { form: EditForm; name: FormKey; children: ReactNode }) {
  return (
    <div className="relative min-w-0">
      {children}
      <span className="pointer-events-none absolute end-0 top-0">
        <SaveMark state={form.states[name]} />
      </span>
    </div>
  )
}

type FieldProps<F extends FormField = FormField> = { form: EditForm; field: F; hint?: ReactNode }

/** What every text field shares: saved after a pause, or when it is left. */
const textProps = (form: EditForm, field: FormField) => ({
  label: fieldNames[field],
  error: failureOf(form, field),
  onBlur: () => form.leave(field),
})

const fitTagline = withoutEmojiWithin(TAGLINE)
const fitShort = withinLimit(SHORT_TEXT)
const fitLong = withinLimit(LONG_TEXT)

export function TaglineField({ form }: { form: EditForm }) {
  const fitted = useFitted(form.values.tagline, fitTagline, (text) =>
    form.change('tagline', text, 'after a pause'),
  )
  return (
    <Slot form={form} name="tagline">
      <Field
        {...textProps(form, 'tagline')}
        {...fitted}
        required
        hint="Your headline, without emoji."
        limit={TAGLINE.characters}
      />
    </Slot>
  )
}

export function ShortText({ form, field, hint }: FieldProps) {
  const fitted = useFitted(form.values[field], fitShort, (text) => form.change(field, text, 'after a pause'))
  return (
    <Slot form={form} name={field}>
      <Field {...textProps(form, field)} {...fitted} hint={hint} limit={SHORT_TEXT.characters} />
    </Slot>
  )
}

export function LongText({ form, field, hint }: FieldProps) {
  const fitted = useFitted(form.values[field], fitLong, (text) => form.change(field, text, 'after a pause'))
  return (
    <Slot form={form} name={field}>
      <TextArea {...textProps(form, field)} {...fitted} hint={hint} limit={LONG_TEXT} />
    </Slot>
  )
}

type SingleChoice = (typeof choiceFields)[number] | 'interested' | 'relationship_goals'
const clearable: readonly string[] = choiceFields

export function Choices({ form, field, hint }: FieldProps<SingleChoice>) {
  return (
    <Slot form={form} name={field}>
      <ChoiceGroup
        legend={fieldNames[field]}
        hint={hint}
        error={failureOf(form, field)}
        options={Object.entries(labels[field]).map(([value, label]) => ({ value, label }))}
        value={form.values[field] || null}
        onChange={(code) => form.change(field, code ?? '')}
        clearable={clearable.includes(field)}
      />
    </Slot>
  )
}

export function HeightField({ form }: { form: EditForm }) {
  const text = form.values.height
  const cm = Number(text)
  return (
    <Slot form={form} name="height">
      <FieldFrame label="Height" hint="In centimetres." error={failureOf(form, 'height')}>
        {(control) => (
          <span className="flex items-center gap-3">
            <input
              {...control}
              type="text"
              inputMode="numeric"
              value={text}
              onChange={(event) =>
                form.change('height', event.target.value.replace(/\D/g, '').slice(0, 3), 'after a pause')
              }
              onBlur={() => form.leave('height')}
              className={controlLook}
            />
            <span className="shrink-0">cm</span>
            <span className="shrink-0 text-muted">
              {cm >= HEIGHT.min && cm <= HEIGHT.max && feetLabel(cm)}
            </span>
          </span>
        )}
      </FieldFrame>
    </Slot>
  )
}

const countryOptions = countries().map(({ code, name }) => ({ value: code, label: name }))

export function NationalityField({ form }: { form: EditForm }) {
  const code = form.values.country_of_birth
  const listed = code === '' || countryOptions.some(({ value }) => value === code)
  return (
    <Slot form={form} name="country_of_birth">
      <Select
        label={fieldNames.country_of_birth}
        error={failureOf(form, 'country_of_birth')}
        placeholder="No answer"
        options={listed ? countryOptions : [{ value: code, label: countryName(code) }, ...countryOptions]}
        value={code}
        onChange={(event) => form.change('country_of_birth', event.target.value)}
      />
    </Slot>
  )
}
