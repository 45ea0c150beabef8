import { expect, test } from 'vitest'
import { isHurtful } from './hurtful'
import { lexicon } from './lexicon'
import { readSigns } from './read-signs'
import { simhash } from './simhash'

const LENGTH = 100_000

/** Long runs of everything the patterns know, which would make a backtracking pattern slow. */
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

/** Slow runs are repeated, to rule out other load and garbage collection. */
const TRIES = 3

test.each(runs.map((run, n) => [n, run]))(
  'reads 100,000 characters of run %i in linear time',
  (_, run) => {
    const whole = String(run)
      .repeat(Math.ceil(LENGTH / String(run).length))
      .slice(0, LENGTH)
    const read = (text: string) => {
      // An almost matching end would make a backtracking pattern start again.
      for (const find of [readSigns, simhash, isHurtful]) find(`${text}!`)
    }
    const short = whole.slice(0, LENGTH / 8)
    read(short)
    // Eight times the length may take eight times as long plus garbage collection, but not 64 times.
    const isLinear = () => millisecondsOf(() => read(whole)) < millisecondsOf(() => read(short)) * 24 + 200
    expect(Array.from({ length: TRIES }).some(isLinear)).toBe(true)
  },
  60_000,
)
