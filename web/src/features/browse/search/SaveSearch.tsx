import { type Filters, setFilters, type WrittenFilters, writeFilters } from '@rosella/contract/browse/filters'
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
import { filterWords } from './filter-labels'
import { addressOf, narrowing, readFilters, searchInput } from './search-address'
import { type SavedSearch, useChangeSavedSearches } from './use-saved-searches'

type SaveSearchDialogProps = {
  open: boolean
  onClose: () => void
  /** A saved one is changed; without it the filters become a new one. */
  search?: SavedSearch
  filters: WrittenFilters
  /** Named so until somebody writes another name. */
  suggested: string
  onSaved: (saved: SavedSearch) => void
  onDelete?: () => void
}

const paces: Record<MailPace, string> = { none: 'None', daily: 'Daily', weekly: 'Weekly' }

export function SaveSearchDialog(props: SaveSearchDialogProps) {
  const { open, onClose, search, onDelete } = props
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
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
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
            legend="Mail about new people"
            hint="How many there are and a link, never who. At most one mail a day for all searches."
            options={Object.entries(paces).map(([code, label]) => ({ value: code, label }))}
            value={value}
            onChange={onChange}
          />
        )}
      />
      {errors.root && <Alert>{errors.root.message}</Alert>}
    </form>
  )
}

type SaveSearchProps = {
  filters: Filters
  sort: SearchSort | undefined
  /** The saved search that is open. */
  search: SavedSearch | undefined
  /** On a phone without its words, which are read out. */
  isCompact?: boolean
}

/** What the chips say, as far as a name can hold it. */
function suggestedName(filters: Filters): string {
  const words = setFilters(filters).map((key) => filterWords(key, filters))
  let name = ''
  for (const word of words) {
    const longer = name === '' ? word : `${name}, ${word}`
    if (longer !== undefined && longer.length <= SAVED_SEARCH_NAME.characters) name = longer
  }
  return name
}

/** A button that saves what is set, or changes the saved search that is open. */
export function SaveSearch({ filters, sort, search, isCompact }: SaveSearchProps) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'save' | 'delete'>()
  const { remove } = useChangeSavedSearches()
  if (setFilters(filters).length === 0) return null
  const close = () => setAsking(undefined)
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
        open={asking === 'save'}
        // Told late, when the question about deleting may already be open.
        onClose={() => setAsking((now) => (now === 'save' ? undefined : now))}
        search={search}
        filters={writeFilters(narrowing(filters))}
        suggested={suggestedName(filters)}
        onSaved={(saved) => {
          close()
          void navigate(addressOf(searchInput(readFilters(saved.filters), sort, saved.id)), {
            replace: true,
            preventScrollReset: true,
          })
        }}
        onDelete={search && (() => setAsking('delete'))}
      />
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
          “{search.name}” and its mails end. The people stay where they are.
        </ConfirmDialog>
      )}
    </>
  )
}
