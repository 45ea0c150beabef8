import { spokenCodes, tagCodes } from '@rosella/contract/profile/lists'
import { expect, test } from 'vitest'
import { interestGroups, languageGroups } from './pick-groups'

const codesIn = (groups: { options: { value: string }[] }[]) =>
  groups.flatMap(({ options }) => options.map(({ value }) => value))

test('[P3 §1] every language and every interest can be picked, each in one place', () => {
  expect(codesIn(languageGroups()).sort()).toEqual([...spokenCodes].sort())
  expect(codesIn(interestGroups)).toEqual(tagCodes)
  expect(interestGroups).toHaveLength(8)
})
