import { setTimeout as sleep } from 'node:timers/promises'
import { addChatMembers } from '@rosella/testkit/chat-members'
import { Chatter } from './chatter'
import type { Site } from './site'

export interface KillRun {
  chatters: Chatter[]
  seconds: number
  disasters: string[]
}

type Disaster = 'cut' | 'kill the first' | 'kill the second' | 'kill both' | 'crash PostgreSQL'

const DISASTERS: readonly Disaster[] = [
  'cut',
  'kill the first',
  'crash PostgreSQL',
  'kill the second',
  'cut',
  'kill both',
  'crash PostgreSQL',
  'cut',
]

export interface KillOptions {
  clients: number
  each: number
  /** How many times the list of disasters is repeated. */
  rounds: number
}

/**
 * Pairs write to each other concurrently until everything is acknowledged. Disasters are triggered by progress and not by
 * time, so that on any machine each of them hits messages in transit.
 */
export async function runKillTest(site: Site, { clients, each, rounds }: KillOptions): Promise<KillRun> {
  const members = await addChatMembers(site.postgres.url, clients)
  const chatters = members.map((me, n) => {
    const partner = members[n ^ 1]
    if (!partner) throw new Error('The number of clients must be even.')
    return new Chatter(site.balancer.url, me, partner)
  })
  const started = performance.now()
  const total = clients * each
  const done = () => chatters.reduce((sum, { said }) => sum + said.length, 0)
  const talks = Promise.all(
    chatters.map(async (chatter) => {
      for (let n = 0; n < each; n++) {
        await chatter.say(`${chatter.me.id} says ${n}`)
        await sleep(Math.random() * 100)
      }
    }),
  )
  let failed = false
  talks.catch(() => {
    failed = true
  })

  const plan = Array.from({ length: rounds }, () => DISASTERS).flat()
  const disasters: string[] = []
  for (const [n, disaster] of plan.entries()) {
    const due = (total * (n + 1)) / (plan.length + 2)
    while (!failed && done() < due) await sleep(20)
    if (failed) break
    disasters.push(`${disaster} at ${done()}`)
    await happen(site, disaster)
  }
  await talks
  return { chatters, seconds: (performance.now() - started) / 1000, disasters }
}

async function happen({ postgres, balancer, kill }: Site, disaster: Disaster): Promise<void> {
  switch (disaster) {
    case 'cut':
      balancer.cut(0.7)
      break
    case 'kill the first':
      kill(0)
      break
    case 'kill the second':
      kill(1)
      break
    case 'kill both':
      kill(0)
      kill(1)
      break
    case 'crash PostgreSQL':
      await postgres.crash()
      await sleep(300)
      await postgres.start()
  }
}
