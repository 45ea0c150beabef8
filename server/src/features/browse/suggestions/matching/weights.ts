import learnt from './weights.json' with { type: 'json' }

const DAY = 86_400

/** What was learnt, and from what: `learnt_from` says it in words. Made by `npm run learn-weights`. */
export interface Weights {
  version: number
  learnt_from: string
  intercept: number
  giving: number
  getting: number
  pair: {
    age_gap: number
    distance: number
    same_goals: number
    goals_clash: number
    shared_tags: number
    shared_language: number
  }
  /** Likes of a hundred cards on the whole, and as how many cards that counts for one who has few of their own. */
  usual_rate: number
  prior_cards: number
  /** By whole days since somebody was here (presence.ts): the chance that they come within a week, and today. */
  here_within_week: number[]
  here_today: number[]
}

export const weights: Weights = learnt

export const logistic = (z: number): number => 1 / (1 + Math.exp(-z))

export const logit = (p: number): number => Math.log(p / (1 - p))

/** Days since somebody was here, as the tables of the weights count them: 0 to 6 one by one, then weeks, then months. */
export const presenceClasses = 10

export function presenceClass(seconds: number): number {
  const days = Math.max(0, Math.floor(seconds / DAY))
  if (days < 7) return days
  if (days < 14) return 7
  return days < 30 ? 8 : 9
}

/**
 * How much more or less readily than usual: 0 for one of whom nothing is known, and close to it until there are cards
 * enough to go by. So nobody is buried for the first five who passed.
 */
export function likeRate({ usual_rate, prior_cards }: Weights, cards: number, likes: number): number {
  // Cards may be counted in another batch than the like that followed.
  const seen = Math.max(cards, likes)
  return logit((likes + usual_rate * prior_cards) / (seen + prior_cards)) - logit(usual_rate)
}
