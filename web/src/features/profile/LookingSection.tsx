import { Choices, LongText } from './Fields'
import { Section } from './Section'
import type { EditForm } from './use-edit-form'

export function LookingSection({ form }: { form: EditForm }) {
  return (
    <Section title="Looking for" lead="So that nobody has to guess.">
      <Choices form={form} field="interested" hint="It decides whom you see, and who sees you." />
      <Choices form={form} field="relationship_goals" />
      <LongText form={form} field="wants" hint="The person and the days you hope for." />
    </Section>
  )
}
