import { REJECT_REASON, rejectReasons } from '@rosella/contract/admin/rules'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/ChoiceGroup'
import { Dialog } from '../../ui/Dialog'
import { TextArea } from '../../ui/TextArea'

type ReasonDialogProps = {
  open: boolean
  onClose: () => void
  onChoose: (words: string) => void
  /** The usual reasons are offered elsewhere. */
  justWords?: boolean
}

/** Why a photo is rejected, in words that its owner will read. */
export function ReasonDialog({ open, onClose, onChoose, justWords }: ReasonDialogProps) {
  const form = useId()
  const [words, setWords] = useState('')
  function send(event: FormEvent) {
    event.preventDefault()
    if (words.trim() === '') return
    onChoose(words.trim())
    setWords('')
  }
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
          <Button type="submit" form={form} disabled={words.trim() === ''}>
            Reject
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="grid gap-5">
        {!justWords && (
          <ChoiceGroup
            legend="Reason"
            options={rejectReasons.map((reason) => ({ value: reason.words, label: reason.label }))}
            value={words}
            onChange={(chosen) => setWords(chosen ?? '')}
          />
        )}
        <TextArea
          label="What the member reads"
          value={words}
          maxLength={REJECT_REASON.characters}
          limit={REJECT_REASON.characters}
          onChange={(event) => setWords(event.target.value)}
          data-autofocus={justWords}
        />
      </form>
    </Dialog>
  )
}
