import { spokenCodes, tagCodes } from '@rosella/contract/profile/lists'
import { expect, test } from 'vitest'
import { pickLists } from './pick-groups'

const interestGroups = pickLists.tags.groups()
const languageGroups = pickLists.spoken.groups

const codesIn = (groups: { options: { value: string }[] }[]) =>
  groups.flatMap(({ options }) => options.map(({ value }) => value))

test('[P3 §1] every language and every interest can be picked, each in one place', () => {
  expect(codesIn(languageGroups()).sort()).toEqual([...spokenCodes].sort())
  expect(codesIn(interestGroups)).toEqual(tagCodes)
  expect(interestGroups).toHaveLength(8)
})
