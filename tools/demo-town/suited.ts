import { isMutual } from '@rosella/contract/browse/rules'
import type { Resident } from './settle'

/** Whether the two are looking for each other. */
export const suited = (a: Resident, b: Resident): boolean => a.id !== b.id && isMutual(a.person, b.person)
