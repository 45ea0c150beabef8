import { type FormEvent, useState } from 'react'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { TextArea } from '../../ui/TextArea'
import { type Text, type TextKind, useSaveText } from './use-texts'

const CHARACTERS = 300
const nouns: Record<TextKind, string> = { prompts: 'prompt', tips: 'tip' }

type TextDialogProps = {
  kind: TextKind
  /** Null writes a new one. */
  text: Text | null
  onClose: () => void
}

export function TextDialog({ kind, text, onClose }: TextDialogProps) {
  const [words, setWords] = useState(text?.words ?? '')
  const save = useSaveText(kind)
  const noun = nouns[kind]

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ id: text?.id, words, active: text?.active ?? true }, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text ? `Edit the ${noun}` : `Add a ${noun}`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="text" disabled={words.trim() === ''} pending={save.isPending}>
            {text ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form id="text" onSubmit={submit} className="grid gap-4">
        <TextArea
          label={kind === 'prompts' ? 'Question' : 'Words'}
          hint={
            text && kind === 'prompts'
              ? 'Answers that members gave will stand under the new words.'
              : undefined
          }
          data-autofocus
          limit={CHARACTERS}
          maxLength={CHARACTERS}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {save.error && <Alert>{save.error.message}</Alert>}
      </form>
    </Dialog>
  )
}
