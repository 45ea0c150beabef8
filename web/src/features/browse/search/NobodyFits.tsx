import type { FilterKey, Filters } from '@rosella/contract/browse/filters'
import { sentences } from '@rosella/contract/sentences'
import { Bird } from 'lucide-react'
import type { ReactNode } from 'react'
import { countPeople } from '../../../format/count-people'
import type { Reply } from '../../../platform/api'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { filterWords } from './filter-words'

type NobodyFitsProps = {
  filters: Filters
  relax: Reply<'GET /api/search'>['relax']
  onRemove: (key: FilterKey) => void
  /** The way to save it. */
  save: ReactNode
}

/** No result, and what stands in the way: the filter that keeps out the most comes first. */
export function NobodyFits({ filters, relax, onRemove, save }: NobodyFitsProps) {
  const ways = relax
    .map(({ key, more }) => ({ key, more, words: filterWords(key, filters) }))
    .filter(({ more, words }) => more > 0 && words !== undefined)
    .sort((one, other) => other.more - one.more)
  return (
    <EmptyState
      title={sentences.nobodyFits}
      icon={Bird}
      action={
        <div className="grid justify-items-center gap-6">
          {ways.length > 0 && (
            <ul aria-label="Without one filter" className="grid gap-2">
              {ways.map(({ key, more, words }) => (
                <li key={key} className="grid">
                  <Button tone="quiet" onClick={() => onRemove(key as FilterKey)}>
                    {`Without ${words}: ${countPeople(more)}`}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {save}
        </div>
      }
    >
      {ways.length > 0
        ? 'Letting go of one filter would already help.'
        : 'New people join every day. Save this search, and we keep looking for you.'}
    </EmptyState>
  )
}
