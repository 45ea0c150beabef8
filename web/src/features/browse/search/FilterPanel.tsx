import { type Filters, setFilters } from '@rosella/contract/browse/filters'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type FormEvent, useId, useState } from 'react'
import { countPeople } from '../../../format/labels'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { FieldError } from '../../../ui/forms/Field'
import { Dialog } from '../../../ui/overlays/Dialog'
import { useMedia } from '../../../ui/use-media'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { FilterFields } from './FilterFields'
import type { TownControl } from './PlaceField'
import type { SearchInput } from './search-address'
import { useDraftTotal } from './use-search'

type FilterPanelProps = {
  /** The filters of the results on screen; undefined until they are known. */
  applied: Filters | undefined
  /** The number of results for `applied`. */
  total: number | undefined
  sort: SearchInput['sort']
  onShow: (filters: Filters) => void
  Town: TownControl
}

/** The filter form: a column next to the results on a wide screen, otherwise a sheet opened by a button. */
export function FilterPanel({ applied, total, sort, onShow, Town }: FilterPanelProps) {
  const titleId = useId()
  const isColumn = useMedia('(min-width: 64rem)')
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useDraft(applied)
  const count = useDraftTotal(draft, sort, applied)

  function show(event: FormEvent) {
    event.preventDefault()
    setOpen(false)
    onShow(draft)
  }

  const fields = (
    <FilterFields
      filters={draft}
      onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
      Town={Town}
    />
  )
  const footer = (
    <SubmitFooter
      total={count.isApplied ? total : count.total}
      isCounting={count.isCounting}
      error={count.error?.message}
    />
  )
  const isAnySet = setFilters(draft).length > 0
  const clear = (
    <Button
      tone="bare"
      aria-disabled={!isAnySet}
      onClick={() => setDraft({ any: true })}
      className="min-h-13"
    >
      Clear all
    </Button>
  )
  if (isColumn) {
    return (
      <form
        noValidate
        aria-labelledby={titleId}
        onSubmit={show}
        className="petal sticky top-20 flex max-h-[calc(100dvh-12rem)] min-h-80 flex-col overflow-hidden bg-surface inset-ring inset-ring-line"
      >
        <header className="flex items-center justify-between gap-3 border-line border-b py-2.5 ps-6 pe-2">
          <h2 id={titleId} className="text-xl">
            Filters
          </h2>
          {clear}
        </header>
        {/* Keyboard focus on the fields inside scrolls it too. */}
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-5">{fields}</div>
        <footer className="grid border-line border-t px-6 py-4">{footer}</footer>
      </form>
    )
  }
  return (
    <form noValidate aria-label="Filters" onSubmit={show}>
      <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom)+0.75rem)] z-5 flex justify-center">
        <Button
          icon={SlidersHorizontal}
          aria-haspopup="dialog"
          data-keep-focus
          onClick={() => setOpen(true)}
          className="pointer-events-auto min-h-13 px-6 shadow-menu"
        >
          Filters
          <Badge count={applied ? setFilters(applied).length : 0} label="applied" />
        </Button>
      </div>
      {/* Closing keeps the choices, because a swipe or a tap beside the sheet may be an accident. */}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        tall
        actions={
          <div className="flex w-full flex-wrap items-start gap-3">
            {clear}
            <div className="flex-1">{footer}</div>
          </div>
        }
      >
        {fields}
      </Dialog>
    </form>
  )
}

/** The filters being edited. Whenever the applied filters change, they start again from those. */
function useDraft(applied: Filters | undefined) {
  const [draft, setDraft] = useState<Filters>(applied ?? {})
  const [before, setBefore] = useState(applied)
  if (before !== applied) {
    setBefore(applied)
    setDraft(applied ?? {})
  }
  return [draft, setDraft] as const
}

type SubmitFooterProps = { total: number | undefined; isCounting: boolean; error: string | undefined }

/** The button shows the live total. If counting failed it shows no number, so that it never claims there is nobody. */
function SubmitFooter({ total, isCounting, error }: SubmitFooterProps) {
  const id = useId()
  const label = total === undefined || error ? 'Show people' : `Show ${countPeople(total)}`
  return (
    <div className="grid gap-2">
      <Button
        type="submit"
        data-keep-focus
        aria-describedby={error ? id : undefined}
        className="min-h-13 tabular-nums"
      >
        <span className={isCounting ? 'opacity-60 transition-opacity' : 'transition-opacity'}>{label}</span>
      </Button>
      <FieldError id={id}>{error}</FieldError>
      <VisuallyHidden>
        <span role="status">{!isCounting && !error && total !== undefined && countPeople(total)}</span>
      </VisuallyHidden>
    </div>
  )
}
