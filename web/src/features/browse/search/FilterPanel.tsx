import { type Filters, setFilters } from '@rosella/contract/browse/filters'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type FormEvent, useId, useState } from 'react'
import { countPeople } from '../../../format/count-people'
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
  /** What holds on the screen; undefined until it is known. */
  held: Filters | undefined
  /** How many that are. */
  total: number | undefined
  sort: SearchInput['sort']
  onShow: (filters: Filters) => void
  Town: TownControl
}

/** Filters to choose from: a column beside the people on a wide screen, else a sheet that a thumb opens. */
export function FilterPanel({ held, total, sort, onShow, Town }: FilterPanelProps) {
  const titleId = useId()
  const isColumn = useMedia('(min-width: 64rem)')
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useDraft(held)
  const count = useDraftTotal(draft, sort, held)

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
  const foot = (
    <Foot
      total={count.isHeld ? total : count.total}
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
        {/* Scrolled by the keyboard too, since the focus walks through what is inside. */}
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-5">{fields}</div>
        <footer className="grid border-line border-t px-6 py-4">{foot}</footer>
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
          <Badge count={held ? setFilters(held).length : 0} label="set" />
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={() => {
          setOpen(false)
          setDraft(held ?? {})
        }}
        title="Filters"
        tall
        actions={
          <div className="flex w-full flex-wrap items-start gap-3">
            {clear}
            <div className="flex-1">{foot}</div>
          </div>
        }
      >
        {fields}
      </Dialog>
    </form>
  )
}

/** What is being chosen: it begins as what holds, also after back, a chip's cross or another search. */
function useDraft(held: Filters | undefined) {
  const [draft, setDraft] = useState<Filters>(held ?? {})
  const [before, setBefore] = useState(held)
  if (before !== held) {
    setBefore(held)
    setDraft(held ?? {})
  }
  return [draft, setDraft] as const
}

type FootProps = { total: number | undefined; isCounting: boolean; error: string | undefined }

/** The live total is the button's own words; what could not be counted is never called nobody. */
function Foot({ total, isCounting, error }: FootProps) {
  const id = useId()
  const words = total === undefined || error ? 'Show people' : `Show ${countPeople(total)}`
  return (
    <div className="grid gap-2">
      <Button
        type="submit"
        data-keep-focus
        aria-describedby={error ? id : undefined}
        className="min-h-13 tabular-nums"
      >
        <span className={isCounting ? 'opacity-60 transition-opacity' : 'transition-opacity'}>{words}</span>
      </Button>
      <FieldError id={id}>{error}</FieldError>
      <VisuallyHidden>
        <span role="status">{!isCounting && !error && total !== undefined && countPeople(total)}</span>
      </VisuallyHidden>
    </div>
  )
}
