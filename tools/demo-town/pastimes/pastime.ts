import type { Setting } from '../places'

/** Something people do with their free time, and how they talk about it. */
export interface Pastime {
  key: string
  /** As it stands in a list: 'ocean swimming'. */
  label: string
  from: number
  to: number
  settings: readonly Setting[] | null
  /** Mentions alcohol, pork or a pub: left out for members who would not. */
  wet: boolean
  /** At most one pastime of a group per person: two "my dog runs the house" are one too many. */
  group: string | null
  about: readonly string[]
  taglines: readonly string[]
  detail: string
}

interface Limits {
  ages?: readonly [number, number]
  settings?: readonly Setting[]
  wet?: true
  group?: string
}

export function pastime(
  key: string,
  label: string,
  limits: Limits,
  about: readonly string[],
  taglines: readonly string[],
  detail: string,
): Pastime {
  const [from, to] = limits.ages ?? [18, 99]
  return {
    key,
    label,
    from,
    to,
    settings: limits.settings ?? null,
    wet: limits.wet ?? false,
    group: limits.group ?? null,
    about,
    taglines,
    detail,
  }
}
