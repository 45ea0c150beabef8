import { type FilterKey, type Filters, setFilters } from '@rosella/contract/browse/filters'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { filterWords } from './filter-words'

type FilterChipsProps = { filters: Filters; onRemove: (key: FilterKey) => void; onClear: () => void }

/** What is set, each with a cross. */
export function FilterChips({ filters, onRemove, onClear }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const keys = setFilters(filters)
  if (keys.length === 0) return null

  function remove(key: FilterKey, place: number) {
    // The chip goes with its button; the next one, or the one before, takes the focus.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    ;(buttons[place + 1] ?? buttons[place - 1])?.focus()
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
            onClick={onClear}
            className="petal-sm inline-flex min-h-11 items-center px-3 font-semibold text-muted text-sm underline underline-offset-4 hover:text-ink"
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  )
}
