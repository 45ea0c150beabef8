import { expect, test } from 'vitest'
import { isHurtful } from './hurtful'
import { lexicon } from './lexicon'
import { readSigns } from './read-signs'
import { simhash } from './simhash'

const LENGTH = 100_000

/** What makes a pattern that goes back and forth do so: long runs of all that the patterns know, and nearly the end. */
const runs = [
  ..."a0 .,!$@%+'&|/-_([{<)]}>\n\u200b\u0430é€😀",
  'a ',
  'a.',
  'w h a t s ',
  '0 ',
  'double ',
  '4,444',
  '. ',
  ' . com ',
  'name.',
  'dot com ',
  '$1 ',
  'wh4ts',
  'l1',
  'one ',
  'a\u200b',
  'а\u0430a',
  Object.values(lexicon).join(' ').replaceAll('|', ' ').replaceAll('*', ''),
]

function millisecondsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Tried again only where it seems slow: whatever else the machine does, and the garbage, are left out. */
const TRIES = 3

test.each(runs.map((run, n) => [n, run]))(
  '[issue 19] 100,000 characters of run %i take no longer than their length',
  (_, run) => {
    const whole = String(run)
      .repeat(Math.ceil(LENGTH / String(run).length))
      .slice(0, LENGTH)
    const read = (text: string) => {
      // Nearly to its end, where what had fitted so far would be tried again.
      for (const find of [readSigns, simhash, isHurtful]) find(`${text}!`)
    }
    const short = whole.slice(0, LENGTH / 8)
    read(short)
    // Eight times the length: eight times the work and something for the garbage, not sixty-four times.
    const isLinear = () => millisecondsOf(() => read(whole)) < millisecondsOf(() => read(short)) * 24 + 200
    expect(Array.from({ length: TRIES }).some(isLinear)).toBe(true)
  },
  60_000,
)
