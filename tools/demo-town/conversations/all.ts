import type { DemoConversation } from '../person'
import { everyday } from './everyday'
import { hellos } from './hellos'
import { plans } from './plans'

/** Conversations any two members could have had: no names, no links, nothing personal. */
export const demoConversations: readonly DemoConversation[] = [...hellos, ...everyday, ...plans]
