import { type FilterKey, type Filters, setFilters } from '@rosella/contract/browse/filters'
import { X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { filterWords } from './filter-words'

type FilterChipsProps = {
  filters: Filters
  /** Takes the focus when no chip is left. */
  heading: RefObject<HTMLElement | null>
  onRemove: (key: FilterKey) => void
  onClear: () => void
}

/** What is set, each with a cross. */
export function FilterChips({ filters, heading, onRemove, onClear }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const keys = setFilters(filters)
  if (keys.length === 0) return null

  function remove(key: FilterKey, place: number) {
    // The chip goes with its button: the next one takes the focus, or the one before, or the count of people.
    const chips = list.current?.querySelectorAll<HTMLElement>('[data-chip]')
    ;(chips?.[place + 1] ?? chips?.[place - 1] ?? heading.current)?.focus({ preventScroll: true })
    onRemove(key)
  }

  return (
    <ul ref={list} aria-label="Filters that are set" className="flex flex-wrap gap-2">
      {keys.map((key, place) => {
        const words = filterWords(key, filters) ?? key
        return (
          <li key={key} className="max-w-full">
            <button
              type="button"
              data-chip
              data-keep-focus
              aria-label={`Remove ${words}`}
              onClick={() => remove(key, place)}
              className="petal-sm inline-flex min-h-11 max-w-full items-center gap-2 bg-surface px-3.5 py-1.5 text-start font-semibold text-sm inset-ring inset-ring-line-strong transition hover:bg-sunken"
            >
              <span className="wrap-anywhere">{words}</span>
              <X aria-hidden="true" className="-me-1 size-4 shrink-0" />
            </button>
          </li>
        )
      })}
      {keys.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => {
              heading.current?.focus({ preventScroll: true })
              onClear()
            }}
            className="petal-sm inline-flex min-h-11 items-center px-3 font-semibold text-muted text-sm underline underline-offset-4 hover:text-ink"
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  )
}
