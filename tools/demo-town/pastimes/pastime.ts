import type { Setting } from '../places'

/** A hobby, with texts about it. */
export interface Pastime {
  key: string
  /** The name in a list: 'ocean swimming'. */
  label: string
  from: number
  to: number
  settings: readonly Setting[] | null
  /** Mentions alcohol, pork or a pub; left out for members who avoid them. */
  wet: boolean
  /** A person has at most one hobby of a group, so that no profile has two texts about dogs. */
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
