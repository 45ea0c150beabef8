import { areNear, findTopics } from './find-topics'
import { type RuleKey, ruleKeys, type ScamRule, scamRules } from './rules'

/**
 * Which rules a text fits, by the text alone. How something is asked for says nothing by itself, and nothing beside a
 * telephone number: people who are late write "please call me, quick".
 */
export function readSigns(text: string): RuleKey[] {
  const places = findTopics(text)
  // Whoever tells of a scam does none.
  if (places.size === 0 || places.has('told')) return []
  const found = ruleKeys.filter((key) => {
    const { patterns, unless }: ScamRule = scamRules[key]
    if (unless?.some((one) => places.has(one))) return false
    return patterns.some(({ all, within }) => areNear(places, all, within))
  })
  const matters = found.filter((key) => scamRules[key].subject !== 'manner')
  if (matters.length === 0) return []
  const isOnlyMove = matters.every((key) => scamRules[key].subject === 'move')
  return isOnlyMove ? found.filter((key) => key === 'disguise' || matters.includes(key)) : found
}
