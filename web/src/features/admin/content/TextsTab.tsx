import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { call } from '../../../platform/api'
import { queryClient } from '../../../platform/query'
import { queryKeys } from '../../../platform/query-keys'
import { submitForm } from '../../../platform/submit-form'
import { showToast } from '../../../platform/toast'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { Switch } from '../../../ui/forms/Switch'
import { TextArea } from '../../../ui/forms/TextArea'
import { IconButton } from '../../../ui/IconButton'
import { Dialog } from '../../../ui/overlays/Dialog'
import { Pager } from '../../../ui/Pager'
import { QueryResult } from '../QueryResult'
import { usePage } from '../use-admin'

export type TextKind = 'prompts' | 'tips'
export interface Text {
  id: number
  words: string
  active: boolean
}

async function load(
  kind: TextKind,
  p: number,
  signal: AbortSignal,
): Promise<{ items: Text[]; pages: number }> {
  if (kind === 'prompts') {
    const { items, pages } = await call('GET /api/admin/prompts', { p }, { signal })
    return { items: items.map(({ question, ...rest }) => ({ ...rest, words: question })), pages }
  }
  const { items, pages } = await call('GET /api/admin/tips', { p }, { signal })
  return { items: items.map(({ text, ...rest }) => ({ ...rest, words: text })), pages }
}

/** Prompts and tips are alike but for the name of their words. */
export const useTexts = (kind: TextKind, p: number) =>
  useQuery({
    queryKey: queryKeys.adminAnswer(kind, { p }),
    queryFn: ({ signal }) => load(kind, p, signal),
    placeholderData: keepPreviousData,
  })

/** Adds one (without an id), or changes it; the list shows it, and no toast covers it. */
export const useSaveText = (kind: TextKind) =>
  useMutation({
    mutationFn: ({ words, ...rest }: Omit<Text, 'id'> & { id?: number }) =>
      kind === 'prompts'
        ? call('POST /api/admin/prompt', { ...rest, question: words })
        : call('POST /api/admin/tip', { ...rest, text: words }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.adminCall(kind) }),
  })

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

const about: Record<TextKind, { words: string; add: string }> = {
  prompts: {
    words:
      'Members choose some of these to answer on their profile. One that is off is no longer offered; answers that were given stay.',
    add: 'Add a prompt',
  },
  tips: { words: 'A banner shows members one of these from time to time.', add: 'Add a tip' },
}

/** Prompts or tips: a list with a switch each. None is ever removed, because answers refer to it. */
export function TextsTab({ kind }: { kind: TextKind }) {
  const { page, hrefFor } = usePage()
  const texts = useTexts(kind, page)
  const [edited, setEdited] = useState<Text | 'new' | null>(null)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-muted">{about[kind].words}</p>
        <Button icon={Plus} onClick={() => setEdited('new')}>
          {about[kind].add}
        </Button>
      </div>
      <QueryResult query={texts}>
        {({ items, pages }) => (
          <>
            <ul
              aria-label={kind === 'prompts' ? 'Prompts' : 'Tips'}
              className="petal-md divide-y divide-line bg-surface inset-ring inset-ring-line"
            >
              {items.map((text) => (
                <TextRow key={text.id} kind={kind} text={text} onEdit={() => setEdited(text)} />
              ))}
            </ul>
            <Pager page={Math.min(page, pages)} pages={pages} hrefFor={hrefFor} />
          </>
        )}
      </QueryResult>
      {edited && (
        <TextDialog kind={kind} text={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

type TextRowProps = { kind: TextKind; text: Text; onEdit: () => void }

function TextRow({ kind, text, onEdit }: TextRowProps) {
  const save = useSaveText(kind)
  // The switch follows the finger; the list follows the server.
  const active = save.isPending ? save.variables.active : text.active
  return (
    <li className="flex items-center gap-2 py-1.5 ps-4 pe-2">
      <div className="min-w-0 flex-1">
        <Switch
          label={text.words}
          checked={active}
          onChange={(next) =>
            save.mutate(
              { id: text.id, words: text.words, active: next },
              { onError: (error) => showToast('danger', error.message) },
            )
          }
        />
      </div>
      <IconButton label={`Edit: ${text.words}`} icon={Pencil} onClick={onEdit} />
    </li>
  )
}
