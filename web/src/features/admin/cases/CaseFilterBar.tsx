import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type FormEvent, type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '../../../platform/api'
import { Button, ButtonLink } from '../../../ui/Button'
import { Field } from '../../../ui/forms/Field'
import { Select, type SelectOption } from '../../../ui/forms/Select'
import { barFilters, queryWith } from './case-filters'
import type { ListedState } from './case-labels'
import { outcomeLabels } from './decisions'

type Filter = (typeof barFilters)[number]

const urgencyOptions: SelectOption[] = [
  { value: 'urgent', label: 'Urgent' },
  { value: 'serious', label: 'Serious' },
  { value: 'ordinary', label: 'Ordinary' },
]
const ageOptions: SelectOption[] = [
  { value: '4h', label: 'Over 4 hours' },
  { value: '1d', label: 'Over a day' },
  { value: '3d', label: 'Over 3 days' },
  { value: '1w', label: 'Over a week' },
]
const originOptions: SelectOption[] = [
  { value: 'member', label: 'A member' },
  { value: 'shield', label: 'The scam shield' },
]
const outcomeOptions: SelectOption[] = Object.entries(outcomeLabels).map(([value, label]) => ({
  value,
  label,
}))
const sortOptions: SelectOption[] = [
  { value: 'urgency', label: 'Most urgent first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
]
/** The order without a choice, as on the server. */
const usualSort: Record<ListedState, string> = { open: 'urgency', appealed: 'oldest', closed: 'newest' }

type CaseFilterBarProps = {
  search: URLSearchParams
  state: ListedState
  reasons: Reply<'GET /api/admin/reports'>['reasons']
  searchField: RefObject<HTMLInputElement | null>
}

/** The URL holds the filters, so that a link, a reload and Back keep them. */
export function CaseFilterBar({ search, state, reasons, searchField }: CaseFilterBarProps) {
  const navigate = useNavigate()
  const [text, setText] = useState(search.get('q') ?? '')
  const change = (changes: Record<string, string | undefined>) =>
    void navigate(`/admin/reports${queryWith(search, changes)}`)

  function submit(event: FormEvent) {
    event.preventDefault()
    change({ q: text.trim() || undefined })
    searchField.current?.blur()
  }

  const filter = (key: Filter, label: string, any: string, options: SelectOption[]) => (
    <Select
      label={label}
      value={search.get(key) ?? ''}
      placeholder={any}
      options={options}
      onChange={(event) => change({ [key]: event.target.value || undefined })}
    />
  )
  const isFiltered = [...barFilters, 'q'].some((key) => search.has(key))

  return (
    <section aria-label="Filters" className="grid gap-3">
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field
          ref={searchField}
          type="search"
          label="Search cases"
          placeholder="Case number, member number, name or email"
          value={text}
          maxLength={254}
          aria-keyshortcuts="/"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && searchField.current?.blur()}
          className="flex-1"
        />
        <Button type="submit" tone="quiet" icon={Search}>
          Search
        </Button>
      </form>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-5">
        {filter(
          'reason',
          'Reason',
          'Any reason',
          reasons.map(({ key, words }) => ({ value: key, label: words })),
        )}
        {filter('urgency', 'Urgency', 'Any urgency', urgencyOptions)}
        {filter('age', 'Reported', 'Any time ago', ageOptions)}
        {filter('raised_by', 'Raised by', 'Anyone', originOptions)}
        {state !== 'open' && filter('outcome', 'Outcome', 'Any outcome', outcomeOptions)}
        <Select
          label="Order"
          value={search.get('sort') ?? usualSort[state]}
          options={sortOptions}
          onChange={({ target: { value } }) =>
            change({ sort: value === usualSort[state] ? undefined : value })
          }
        />
      </div>
      {isFiltered && (
        <div>
          <ButtonLink
            to={`/admin/reports${queryWith(search, Object.fromEntries([...barFilters, 'q'].map((key) => [key, undefined])))}`}
            tone="bare"
            icon={X}
          >
            Clear filters
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
