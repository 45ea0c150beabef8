import { MOST_SPOKEN, MOST_TAGS } from '@rosella/contract/profile/lists'
import { interestGroups, languageGroups } from '../../format/pick-groups'
import { PickList } from '../../ui/PickList'
import { failureOf, Slot } from './Fields'
import type { EditForm } from './use-edit-form'

/** By these people are found and compared; what was written beside them is read. */
export function InterestPicks({ form }: { form: EditForm }) {
  return (
    <Slot form={form} name="tags">
      <PickList
        legend="Interests from the list"
        hint={`Up to ${MOST_TAGS}. People find each other by them.`}
        error={failureOf(form, 'tags')}
        action="Choose interests"
        groups={interestGroups}
        values={form.values.tags}
        onChange={(tags) => form.change('tags', tags)}
        most={MOST_TAGS}
      />
    </Slot>
  )
}

export function LanguagePicks({ form }: { form: EditForm }) {
  return (
    <Slot form={form} name="spoken">
      <PickList
        legend="Languages I speak"
        hint={`Up to ${MOST_SPOKEN}. People find each other by them.`}
        error={failureOf(form, 'spoken')}
        action="Choose languages"
        groups={languageGroups()}
        values={form.values.spoken}
        onChange={(spoken) => form.change('spoken', spoken)}
        most={MOST_SPOKEN}
      />
    </Slot>
  )
}
