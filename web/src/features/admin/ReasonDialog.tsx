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
  onChoose: (reason: string) => void
  /** Hides the usual reasons, because the screen offers them elsewhere. */
  textOnly?: boolean
}

/** Asks why a photo is rejected. Its owner reads the answer. */
export function ReasonDialog({ open, onClose, onChoose, textOnly }: ReasonDialogProps) {
  const formId = useId()
  const form = useForm({ defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const send = form.handleSubmit((fields) => {
    onChoose(fields.reason.trim())
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
          <Button type="submit" form={formId} disabled={reason.trim() === ''}>
            Reject
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={send} className="grid gap-5">
        {!textOnly && (
          <ChoiceGroup
            legend="Reason"
            options={rejectReasons.map(({ text, label }) => ({ value: text, label }))}
            value={reason}
            onChange={(chosen) => form.setValue('reason', chosen ?? '')}
          />
        )}
        <Controller
          control={form.control}
          name="reason"
          render={({ field }) => (
            <TextArea
              label="What the member reads"
              maxLength={REJECT_REASON.characters}
              limit={REJECT_REASON.characters}
              data-autofocus={textOnly}
              {...field}
            />
          )}
        />
      </form>
    </Dialog>
  )
}
