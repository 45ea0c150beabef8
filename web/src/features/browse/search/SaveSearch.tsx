import {
  type Filters,
  narrowing,
  setFilters,
  type WrittenFilters,
  writeFilters,
} from '@rosella/contract/browse/filters'
import { type MailPace, SAVED_SEARCH_NAME, type SearchSort } from '@rosella/contract/browse/rules'
import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Settings2 from 'lucide-react/icons/settings-2'
import { useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { submitForm } from '../../../platform/submit-form'
import { showToast } from '../../../platform/toast'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { cx } from '../../../ui/cx'
import { ChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { Field } from '../../../ui/forms/Field'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { Dialog } from '../../../ui/overlays/Dialog'
import { filterLabel } from './filter-labels'
import { addressOf, isSameSearch, readFilters, searchInput } from './search-address'
import { type SavedSearch, useChangeSavedSearches } from './use-saved-searches'

type SaveSearchDialogProps = {
  open: boolean
  onClose: () => void
  /** The saved search to change. Without it, a new one is created. */
  search?: SavedSearch
  filters: WrittenFilters
  /** The suggested name of a new search. */
  suggested: string
  onSaved: (saved: SavedSearch) => void
  onDelete?: () => void
  /** Keeps the saved search as it is. Undefined if its filters are the ones on screen. */
  onSaveAsNew?: () => void
}

const paces: Record<MailPace, string> = { none: 'None', daily: 'Daily', weekly: 'Weekly' }

export function SaveSearchDialog(props: SaveSearchDialogProps) {
  const { open, onClose, search, onDelete, onSaveAsNew } = props
  const formId = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={search ? 'Change saved search' : 'Save this search'}
      size="small"
      actions={
        <>
          {onDelete && (
            <Button tone="bare" onClick={onDelete} className="sm:me-auto">
              Delete
            </Button>
          )}
          {onSaveAsNew ? (
            <Button tone="quiet" onClick={onSaveAsNew}>
              Save as new
            </Button>
          ) : (
            <Button tone="quiet" onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button type="submit" form={formId}>
            Save
          </Button>
        </>
      }
    >
      <SaveForm {...props} formId={formId} />
    </Dialog>
  )
}

type Fields = { name: string; mail: MailPace }

function SaveForm({
  search,
  filters,
  suggested,
  onSaved,
  onSaveAsNew,
  formId,
}: SaveSearchDialogProps & { formId: string }) {
  const form = useForm<Fields>({
    defaultValues: { name: search?.name ?? suggested, mail: search?.mail ?? 'none' },
  })
  const { save } = useChangeSavedSearches()
  const { errors } = form.formState
  const submit = submitForm(form, async ({ name, mail }) => {
    const saved = await save({ id: search?.id, name: name.trim(), filters, mail })
    showToast('success', sentences.saved)
    onSaved(saved)
  })
  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-6">
      <Controller
        control={form.control}
        name="name"
        rules={{
          validate: (name) =>
            (name.trim().length >= 1 && name.trim().length <= SAVED_SEARCH_NAME.characters) ||
            clientMessage('saved-search.name'),
        }}
        render={({ field }) => (
          <Field
            {...field}
            data-autofocus
            label="Name"
            error={errors.name?.message}
            limit={SAVED_SEARCH_NAME.characters}
          />
        )}
      />
      <Controller
        control={form.control}
        name="mail"
        render={({ field: { value, onChange } }) => (
          <ChoiceGroup
            legend="Email me about new people"
            hint="Emails say how many there are, never who. You get at most one a day for all your searches."
            options={Object.entries(paces).map(([code, label]) => ({ value: code, label }))}
            value={value}
            onChange={onChange}
          />
        )}
      />
      {onSaveAsNew && <p className="text-muted">This also saves the filters you’ve changed.</p>}
      {errors.root && <Alert>{errors.root.message}</Alert>}
    </form>
  )
}

type SaveSearchProps = {
  filters: Filters
  sort: SearchSort | undefined
  /** The saved search that is open. */
  search: SavedSearch | undefined
  /** On a phone, show only the icon; the label is for screen readers. */
  isCompact?: boolean
}

/** The labels of the filters, as many as fit in a name. */
function suggestedName(filters: Filters): string {
  const labels = setFilters(filters).map((key) => filterLabel(key, filters))
  let name = ''
  for (const label of labels) {
    const longer = name === '' ? label : `${name}, ${label}`
    if (longer !== undefined && longer.length <= SAVED_SEARCH_NAME.characters) name = longer
  }
  return name
}

/** Saves the applied filters, or changes the saved search that is open. */
export function SaveSearch({ filters, sort, search, isCompact }: SaveSearchProps) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'save' | 'new' | 'delete'>()
  const { remove } = useChangeSavedSearches()
  if (setFilters(filters).length === 0) return null
  const close = () => setAsking(undefined)
  // A dialog calls onClose late, when another one may already be open.
  const closeOnly = (dialog: typeof asking) => () => setAsking((now) => (now === dialog ? undefined : now))
  const isChanged = search !== undefined && !isSameSearch(readFilters(search.filters), filters)
  const dialog = {
    filters: writeFilters(narrowing(filters)),
    suggested: suggestedName(filters),
    onSaved: (saved: SavedSearch) => {
      close()
      void navigate(addressOf(searchInput(readFilters(saved.filters), sort, { saved: saved.id })), {
        replace: true,
        preventScrollReset: true,
      })
    },
  }
  return (
    <>
      <Button
        tone="quiet"
        icon={search ? Settings2 : BookmarkPlus}
        onClick={() => setAsking('save')}
        className={cx(isCompact && 'max-sm:size-12 max-sm:px-0')}
      >
        <span className={cx(isCompact && 'max-sm:sr-only')}>
          {search ? 'Change saved search' : 'Save this search'}
        </span>
      </Button>
      <SaveSearchDialog
        {...dialog}
        open={asking === 'save'}
        onClose={closeOnly('save')}
        search={search}
        onDelete={search && (() => setAsking('delete'))}
        onSaveAsNew={isChanged ? () => setAsking('new') : undefined}
      />
      <SaveSearchDialog {...dialog} open={asking === 'new'} onClose={closeOnly('new')} />
      {search && (
        <ConfirmDialog
          open={asking === 'delete'}
          onClose={close}
          title="Delete this search?"
          confirmLabel="Delete"
          pending={remove.isPending}
          error={remove.error?.message}
          onConfirm={() =>
            remove.mutate(search.id, {
              onSuccess: () => {
                close()
                void navigate(addressOf(searchInput(filters, sort)), {
                  replace: true,
                  preventScrollReset: true,
                })
              },
            })
          }
        >
          We’ll delete “{search.name}” and stop its emails.
        </ConfirmDialog>
      )}
    </>
  )
}
