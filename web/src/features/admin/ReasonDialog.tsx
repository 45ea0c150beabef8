import { REJECT_REASON, rejectReasons } from '@rosella/contract/admin/rules'
import { useId } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { TextArea } from '../../ui/forms/TextArea'
import { Dialog } from '../../ui/overlays/Dialog'

type ReasonDialogProps = {
  open: boolean
  onClose: () => void
  onChoose: (words: string) => void
  /** The usual reasons are offered elsewhere. */
  justWords?: boolean
}

/** Why a photo is rejected, in words that its owner will read. */
export function ReasonDialog({ open, onClose, onChoose, justWords }: ReasonDialogProps) {
  const formId = useId()
  const form = useForm({ defaultValues: { words: '' } })
  const words = useWatch({ control: form.control, name: 'words' })
  const send = form.handleSubmit((fields) => {
    onChoose(fields.words.trim())
    form.reset()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Reject this photo"
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={words.trim() === ''}>
            Reject
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={send} className="grid gap-5">
        {!justWords && (
          <ChoiceGroup
            legend="Reason"
            options={rejectReasons.map((reason) => ({ value: reason.words, label: reason.label }))}
            value={words}
            onChange={(chosen) => form.setValue('words', chosen ?? '')}
          />
        )}
        <Controller
          control={form.control}
          name="words"
          render={({ field }) => (
            <TextArea
              label="What the member reads"
              maxLength={REJECT_REASON.characters}
              limit={REJECT_REASON.characters}
              data-autofocus={justWords}
              {...field}
            />
          )}
        />
      </form>
    </Dialog>
  )
}
