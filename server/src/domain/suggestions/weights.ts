import learnt from './weights.json' with { type: 'json' }

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
