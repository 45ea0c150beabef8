import type { DemoConversation } from '../person.ts'
import { everyday } from './everyday.ts'
import { hellos } from './hellos.ts'
import { plans } from './plans.ts'

/** Conversations any two members could have had: no names, no links, nothing personal. */
export const demoConversations: readonly DemoConversation[] = [...hellos, ...everyday, ...plans]
