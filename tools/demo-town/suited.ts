import { suits } from '@rosella/contract/browse/rules'
import type { Resident } from './settle'

/** Whether the two are looking for each other. */
export const suited = (a: Resident, b: Resident): boolean =>
  a.id !== b.id && suits(a.person.interested, b.person.gender) && suits(b.person.interested, a.person.gender)
