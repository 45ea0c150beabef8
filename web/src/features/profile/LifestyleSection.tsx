import { labels, toggleRelocation } from '@rosella/contract/profile/rules'
import { MultiChoiceGroup } from '../../ui/ChoiceGroup'
import { Choices, failureOf, Slot } from './Fields'
import { fieldNames } from './form'
import { Section } from './Section'
import type { EditForm } from './use-edit-form'

const relocations = Object.entries(labels.relocation).map(([value, label]) => ({ value, label }))

export function LifestyleSection({ form }: { form: EditForm }) {
  const { relocation } = form.values
  return (
    <Section title="Lifestyle" lead="Click a chosen answer again to clear it.">
      <Choices form={form} field="smoking" />
      <Choices form={form} field="drinking" />
      <Choices form={form} field="tatoos" />
      <Choices form={form} field="marriage" />
      <Choices form={form} field="kids" />
      <Choices form={form} field="wants_kids" />
      <Slot form={form} name="relocation">
        <MultiChoiceGroup
          legend={fieldNames.relocation}
          error={failureOf(form, 'relocation')}
          options={relocations}
          values={[...relocation]}
          onChange={(_, clicked) => form.change('relocation', toggleRelocation(relocation, clicked))}
        />
      </Slot>
    </Section>
  )
}
