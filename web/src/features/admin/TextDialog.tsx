import { Controller, useForm, useWatch } from 'react-hook-form'
import { submitForm } from '../../platform/submit-form'
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
  const form = useForm({ defaultValues: { words: text?.words ?? '' } })
  const words = useWatch({ control: form.control, name: 'words' })
  const { errors, isSubmitting } = form.formState
  const save = useSaveText(kind)
  const noun = nouns[kind]

  async function send(fields: { words: string }) {
    await save.mutateAsync({ id: text?.id, words: fields.words, active: text?.active ?? true })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      written={words !== (text?.words ?? '')}
      title={text ? `Edit the ${noun}` : `Add a ${noun}`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="text" disabled={words.trim() === ''} pending={isSubmitting}>
            {text ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form id="text" onSubmit={submitForm(form, send)} className="grid gap-4">
        <Controller
          control={form.control}
          name="words"
          render={({ field }) => (
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
              {...field}
            />
          )}
        />
        {errors.root && <Alert>{errors.root.message}</Alert>}
      </form>
    </Dialog>
  )
}
