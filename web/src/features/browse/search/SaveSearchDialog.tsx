import type { WrittenFilters } from '@rosella/contract/browse/filters'
import { type MailPace, SAVED_SEARCH_NAME } from '@rosella/contract/browse/rules'
import { problemMessage } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { submitForm } from '../../../platform/submit-form'
import { showToast } from '../../../platform/toast'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { ChoiceGroup } from '../../../ui/ChoiceGroup'
import { Dialog } from '../../../ui/Dialog'
import { Field } from '../../../ui/Field'
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
            problemMessage('saved-search.name'),
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
