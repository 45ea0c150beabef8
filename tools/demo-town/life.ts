import { type Heritage, heritages, type Root } from './heritages'
import { caring } from './jobs/caring'
import type { Job } from './jobs/job'
import { making } from './jobs/making'
import { thinking } from './jobs/thinking'
import { middleNames, olderNames, youngNames } from './names'
import { culture } from './pastimes/culture'
import { atHome } from './pastimes/home'
import { outdoors } from './pastimes/outdoors'
import type { Pastime } from './pastimes/pastime'
import type { DemoPerson } from './person'
import { type Place, places } from './places'
import type { Random } from './random'
import type { Spread } from './spread'

/** The facts of a life, from which the texts are written. */
export interface Life {
  name: string
  gender: 'f' | 'm'
  age: number
  heritage: Heritage
  root: Root
  bornOverseas: boolean
  place: Place
  job: Job
  pastimes: readonly Pastime[]
  marriage: '-' | '~' | '+'
  kids: '-' | '+'
  goals: DemoPerson['relationship_goals']
}

const jobs: readonly Job[] = [...caring, ...making, ...thinking]
const pastimes: readonly Pastime[] = [...outdoors, ...atHome, ...culture]

/** Nobody lists their job as a hobby. */
const dayJobs: Readonly<Record<string, RegExp>> = {
  sourdough: /baker|chef/i,
  'family-recipes': /chef/i,
  coffee: /barista|cafe/i,
  yoga: /yoga/i,
  wine: /wine/i,
  homebrew: /wine/i,
  wood: /carpenter|upholsterer/i,
  guitar: /music/i,
  choir: /music|choir/i,
  veg: /farmer|gardener/i,
  horses: /farmer/i,
  books: /book|librarian/i,
  travel: /travel/i,
  snorkel: /dive/i,
  fish: /fisheries/i,
  dog: /vet/i,
  volunteer: /firefighter/i,
  plants: /florist|gardener/i,
  motorbike: /mechanic/i,
  cars: /mechanic/i,
}

const ageBands = [
  [19, 24, 15],
  [25, 29, 19],
  [30, 34, 18],
  [35, 39, 13],
  [40, 49, 16],
  [50, 59, 11],
  [60, 66, 6],
  [67, 71, 2],
] as const

function pickAge(rng: Random): number {
  const [from, to] = rng.weighted(ageBands, ([, , weight]) => weight)
  return rng.int(from, to)
}

function pickName(rng: Random, names: Spread, heritage: Heritage, gender: 'f' | 'm', age: number): string {
  const anglo = age < 33 ? youngNames : age < 54 ? middleNames : olderNames
  const pool = heritage.key === 'anglo' ? anglo : heritage.names
  return names.pick(rng, pool[gender], (name) => name)
}

function pickJob(rng: Random, turns: Spread, age: number, place: Place, dry: boolean): Job {
  const able = jobs.filter(
    (job) =>
      age >= job.from &&
      age <= job.to &&
      (!job.settings || job.settings.includes(place.setting)) &&
      !(dry && /wine/i.test(job.title)),
  )
  const late = able.filter((job) => job.from >= 58)
  const pool = late.length > 0 && rng.chance((age - 58) / 9) ? late : able
  return turns.pick(rng, pool, (job) => job.title)
}

function pickPastimes(
  rng: Random,
  turns: Spread,
  age: number,
  place: Place,
  job: Job,
  dry: boolean,
): Pastime[] {
  const chosen: Pastime[] = []
  const count = rng.int(3, 5)
  while (chosen.length < count) {
    const able = pastimes.filter(
      (one) =>
        age >= one.from &&
        age <= one.to &&
        (!one.settings || one.settings.includes(place.setting)) &&
        !(dry && one.wet) &&
        !dayJobs[one.key]?.test(job.title) &&
        !chosen.some((other) => other === one || (one.group !== null && other.group === one.group)),
    )
    chosen.push(turns.pick(rng, able, (one) => one.key))
  }
  return chosen
}

function pickFamily(rng: Random, age: number): Pick<Life, 'marriage' | 'kids'> {
  const [ended, separated, parent] =
    age < 24
      ? [0, 0, 0.02]
      : age < 32
        ? [0.05, 0, 0.09]
        : age < 45
          ? [0.3, 0.02, 0.36]
          : age < 60
            ? [0.58, 0.03, 0.55]
            : [0.78, 0.02, 0.68]
  const roll = rng.next()
  const marriage = roll < ended ? '~' : roll < ended + separated ? '+' : '-'
  return { marriage, kids: rng.chance(marriage === '-' ? parent * 0.6 : parent + 0.18) ? '+' : '-' }
}

interface Turns {
  names: Spread
  jobs: Spread
  pastimes: Spread
}

export function makeLife(rng: Random, turns: Turns): Life {
  const gender = rng.chance(0.5) ? 'f' : 'm'
  const age = pickAge(rng)
  const heritage = rng.weighted(heritages, (one) => one.weight)
  const place = rng.weighted(places, (one) => one.weight)
  const job = pickJob(rng, turns.jobs, age, place, heritage.dry)
  const [serious, casual] = age < 28 ? [0.42, 0.24] : age < 45 ? [0.58, 0.13] : [0.62, 0.12]
  const roll = rng.next()
  return {
    name: pickName(rng, turns.names, heritage, gender, age),
    gender,
    age,
    heritage,
    root: rng.pick(heritage.roots),
    bornOverseas: rng.chance(heritage.overseas / 100),
    place,
    job,
    pastimes: pickPastimes(rng, turns.pastimes, age, place, job, heritage.dry),
    ...pickFamily(rng, age),
    goals: roll < serious ? 's' : roll < serious + casual ? 'c' : 'e',
  }
}
