import type { Life } from './life'
import type { Pastime } from './pastimes/pastime'
import type { DemoAnswer } from './person'
import type { Random } from './random'
import { type Spread, spread } from './spread'
import { closers, type Line, stages, surroundings } from './words/lives'
import { prompts } from './words/prompts'
import { taglines } from './words/taglines'
import { invitations, qualities, wishes } from './words/wishes'

interface Texts {
  tagline: string
  about_offer: string
  wants: string
  interests: string
  prompts: DemoAnswer[]
}

const limit = 600

function suits(line: Line, life: Life): boolean {
  return (
    life.age >= (line.from ?? 0) &&
    life.age <= (line.to ?? 120) &&
    (line.kids === undefined || line.kids === life.kids) &&
    (line.marriage === undefined || line.marriage === life.marriage) &&
    (line.goals === undefined || line.goals.includes(life.goals)) &&
    (line.settings === undefined || line.settings.includes(life.place.setting)) &&
    (line.state === undefined || line.state === life.place.state) &&
    !(line.wet && life.heritage.dry)
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** Joins sentences and drops the last ones if the text would be too long. */
function joined(sentences: readonly string[], breaks: readonly string[]): string {
  let text = ''
  sentences.forEach((sentence, i) => {
    const next = text ? `${text}${breaks[i - 1] ?? ' '}${sentence}` : sentence
    if (next.length <= limit) text = next
  })
  return text
}

/** Writes the texts of the whole town and remembers them, so that nobody repeats another member. */
export function writer(): (rng: Random, life: Life) => Texts {
  const turns: Spread = spread()
  const taken = new Set<string>()

  const say = (rng: Random, life: Life, lines: readonly Line[]): string | null => {
    const able = lines.filter((line) => suits(line, life))
    if (able.length === 0) return null
    const { text } = turns.pick(rng, able, (line) => line.text)
    const hobby = rng.pick(life.pastimes).label
    return text
      .replaceAll('{city}', life.place.name)
      .replaceAll('{hobby}', hobby)
      .replaceAll('{Hobby}', capital(hobby))
  }

  const tell = (rng: Random, one: Pastime | undefined): string | null =>
    one ? turns.pick(rng, one.about, (text) => text) : null

  function headline(rng: Random, life: Life): string {
    const [first, second, third] = rng.shuffle(life.pastimes).map((one) => one.label)
    const own = life.pastimes.flatMap((one) => one.taglines)
    const general = taglines.filter((line) => suits(line, life)).map((line) => line.text)
    const free = (texts: readonly string[]) => texts.filter((text) => !taken.has(text))
    const pools = rng.chance(0.6) ? [free(own), free(general)] : [free(general), free(own)]
    const found = pools.find((pool) => pool.length > 0)
    if (found) return rng.pick(found)
    const made = [
      `${capital(`${first}, ${second} and you?`)}`,
      `${capital(`${first}, ${second}, and room for one more`)}`,
      `Powered by ${first} and ${second}`,
      `Fond of ${first}, ${second} and good manners`,
      `${life.place.name}: come for ${first}, stay for ${second}`,
      `Ask me about ${first} or ${second}`,
      `${capital(`${first} by day, ${second} by night`)}`,
      `From ${life.place.name} with ${first}, ${second} and ${third}`,
    ]
    const fresh = free(made)
    return fresh.length > 0
      ? rng.pick(fresh)
      : `${life.name} from ${life.place.name}: ${listed(life.pastimes.map((one) => one.label))}`
  }

  function introduction(rng: Random, life: Life): string {
    const [first, second] = rng.shuffle(life.pastimes)
    const work = turns.pick(rng, life.job.lines, (text) => text)
    const brief = rng.chance(0.12)
    const place = rng.chance(0.5) ? say(rng, life, surroundings) : null
    const extra = brief ? null : rng.chance(place ? 0.25 : 0.8) ? tell(rng, second) : null
    // Members who are still married say so first.
    const candid = life.marriage === '+' ? stages.filter((line) => line.marriage === '+') : stages
    const sure = life.marriage === '+' ? 1 : brief ? 0 : life.kids === '+' ? 0.85 : 0.5
    const stage = rng.chance(sure) ? say(rng, life, candid) : null
    const middle = [tell(rng, first), extra, place].filter((text) => text !== null)
    const end = rng.chance(0.6) ? say(rng, life, closers) : null
    const sentences = [
      ...(rng.chance(0.65) ? [work, ...rng.shuffle(middle)] : [...middle, work]),
      stage,
      end,
    ].filter((text) => text !== null)
    const gap = rng.int(1, 4)
    return joined(
      sentences,
      sentences.map((_, i) => (gap < 4 && i === gap ? '\n\n' : ' ')),
    )
  }

  function hopes(rng: Random, life: Life): string {
    const parts = [say(rng, life, wishes), say(rng, life, qualities)]
    if (rng.chance(0.4)) parts.push(say(rng, life, qualities))
    if (rng.chance(0.6)) parts.push(say(rng, life, invitations))
    const sentences = parts.filter((text) => text !== null)
    const breaks = rng.chance(0.35) ? ['\n\n'] : []
    return joined(sentences, breaks)
  }

  function hobbies(rng: Random, life: Life): string {
    const labels = life.pastimes.map((one) => one.label)
    const details = rng.shuffle(life.pastimes).map((one) => one.detail)
    const list = `${capital(listed(labels))}.`
    const style = rng.int(0, 3)
    if (style === 0) return list
    if (style === 1) return joined(details.slice(0, 3), ['\n', '\n'])
    if (style === 2) return joined([list, details[0] ?? ''], ['\n'])
    return joined(details.slice(0, 2), [])
  }

  function answers(rng: Random, life: Life): DemoAnswer[] {
    const count = rng.weighted([0, 1, 2, 3], (n) => [12, 20, 33, 35][n] ?? 0)
    const questions = rng.shuffle(prompts.map((_, i) => i)).slice(0, count)
    return questions.flatMap((question) => {
      const answer = say(rng, life, prompts[question]?.answers ?? [])
      return answer ? [{ question, answer }] : []
    })
  }

  return (rng, life) => {
    const tagline = headline(rng, life)
    taken.add(tagline)
    let about = introduction(rng, life)
    for (let tries = 0; taken.has(about); tries++) {
      about = tries < 20 ? introduction(rng, life) : `${about} Hello from ${life.place.name}.`
    }
    taken.add(about)
    return {
      tagline,
      about_offer: about,
      wants: hopes(rng, life),
      interests: hobbies(rng, life),
      prompts: answers(rng, life),
    }
  }
}
