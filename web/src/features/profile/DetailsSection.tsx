import { useId } from 'react'
import type { LocationControl } from '../../platform/places'
import { FieldError } from '../../ui/Field'
import { Choices, failureOf, HeightField, NationalityField, ShortText, Slot } from './Fields'
import { LanguagePicks } from './PickFields'
import { Section } from './Section'
import type { EditForm } from './use-edit-form'

export function DetailsSection({ form, Location }: { form: EditForm; Location: LocationControl }) {
  return (
    <Section title="Details" lead="Answer what you like; the rest stays blank.">
      <Home form={form} Location={Location} />
      <div className="grid gap-x-6 gap-y-7 sm:grid-cols-2">
        <NationalityField form={form} />
        <HeightField form={form} />
        <ShortText form={form} field="ethnicity" />
        <ShortText form={form} field="languages" hint="In your own words." />
      </div>
      <LanguagePicks form={form} />
      <ShortText form={form} field="occupation" />
      <Choices form={form} field="education" />
      <Choices form={form} field="income" />
    </Section>
  )
}

function Home({ form, Location }: { form: EditForm; Location: LocationControl }) {
  const errorId = useId()
  const failure = failureOf(form, 'location')
  return (
    <Slot form={form} name="location">
      <div data-wrong={failure ? '' : undefined} className="grid gap-2">
        <Location
          value={form.values.location}
          onChange={(home) => form.change('location', home)}
          level="h3"
        />
        <FieldError id={errorId}>{failure}</FieldError>
      </div>
    </Slot>
  )
}
