import type { ProfileListField } from '@rosella/contract/profile/fields'
import { spokenCodes, spokenLabel, tagGroups } from '@rosella/contract/profile/lists'

export interface PickGroup {
  name: string
  options: { value: string; label: string }[]
}

const interestGroups: PickGroup[] = tagGroups.map(({ name, tags }) => ({
  name,
  options: tags.map(({ code, label }) => ({ value: code, label })),
}))

/** The languages most spoken in Australian homes come first, then all others by name. */
const often = 'en zh ar vi pa el it hi es ne ko ta tl ur id ja bn fr de pt fa th'.split(' ')

function languageGroups(): PickGroup[] {
  const option = (value: string) => ({ value, label: spokenLabel(value) })
  const byName = (one: { label: string }, other: { label: string }) =>
    one.label.localeCompare(other.label, 'en')
  return [
    { name: 'Often spoken here', options: often.filter((code) => spokenCodes.includes(code)).map(option) },
    {
      name: 'All others',
      options: spokenCodes
        .filter((code) => !often.includes(code))
        .map(option)
        .sort(byName),
    },
  ]
}

/** The options of each list's picker, and the label of its button. */
export const pickLists: Record<ProfileListField, { action: string; groups: () => PickGroup[] }> = {
  tags: { action: 'Choose interests', groups: () => interestGroups },
  spoken: { action: 'Choose languages', groups: languageGroups },
}
