import { logit, type Weights } from './weights'

/**
 * How much more or less readily than usual: 0 for one of whom nothing is known, and close to it until there are cards
 * enough to go by. So nobody is buried for the first five who passed.
 */
export function likeRate({ usual_rate, prior_cards }: Weights, cards: number, likes: number): number {
  // Cards may be counted in another batch than the like that followed.
  const seen = Math.max(cards, likes)
  return logit((likes + usual_rate * prior_cards) / (seen + prior_cards)) - logit(usual_rate)
}
