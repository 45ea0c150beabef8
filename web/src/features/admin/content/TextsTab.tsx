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
  content: string
  active: boolean
}

async function load(
  kind: TextKind,
  p: number,
  signal: AbortSignal,
): Promise<{ items: Text[]; pages: number }> {
  if (kind === 'prompts') {
    const { items, pages } = await call('GET /api/admin/prompts', { p }, { signal })
    return { items: items.map(({ question, ...rest }) => ({ ...rest, content: question })), pages }
  }
  const { items, pages } = await call('GET /api/admin/tips', { p }, { signal })
  return { items: items.map(({ text, ...rest }) => ({ ...rest, content: text })), pages }
}

/** Prompts and tips differ only in the name of their text field. */
export const useTexts = (kind: TextKind, p: number) =>
  useQuery({
    queryKey: queryKeys.adminResult(kind, { p }),
    queryFn: ({ signal }) => load(kind, p, signal),
    placeholderData: keepPreviousData,
  })

/** Adds a text (without an id) or changes one. The list shows the change, so there is no toast. */
export const useSaveText = (kind: TextKind) =>
  useMutation({
    mutationFn: ({ content, ...rest }: Omit<Text, 'id'> & { id?: number }) =>
      kind === 'prompts'
        ? call('POST /api/admin/prompt', { ...rest, question: content })
        : call('POST /api/admin/tip', { ...rest, text: content }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.adminCall(kind) }),
  })

const CHARACTERS = 300
const nouns: Record<TextKind, string> = { prompts: 'prompt', tips: 'tip' }

type TextDialogProps = {
  kind: TextKind
  /** Null adds a new one. */
  text: Text | null
  onClose: () => void
}

export function TextDialog({ kind, text, onClose }: TextDialogProps) {
  const form = useForm({ defaultValues: { content: text?.content ?? '' } })
  const content = useWatch({ control: form.control, name: 'content' })
  const { errors, isSubmitting } = form.formState
  const save = useSaveText(kind)
  const noun = nouns[kind]

  async function send(fields: { content: string }) {
    await save.mutateAsync({ id: text?.id, content: fields.content, active: text?.active ?? true })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      written={content !== (text?.content ?? '')}
      title={text ? `Edit the ${noun}` : `Add a ${noun}`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="text" disabled={content.trim() === ''} pending={isSubmitting}>
            {text ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form id="text" onSubmit={submitForm(form, send)} className="grid gap-4">
        <Controller
          control={form.control}
          name="content"
          render={({ field }) => (
            <TextArea
              label={kind === 'prompts' ? 'Question' : 'Text'}
              hint={
                text && kind === 'prompts'
                  ? 'Existing answers will appear under the new question.'
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

const about: Record<TextKind, { intro: string; add: string }> = {
  prompts: {
    intro:
      'Members choose which of these to answer on their profile. A prompt that is off is no longer offered, but existing answers stay.',
    add: 'Add a prompt',
  },
  tips: { intro: 'Members see one of these in a banner from time to time.', add: 'Add a tip' },
}

/** Prompts or tips, each with a switch. They are never deleted, because answers refer to them. */
export function TextsTab({ kind }: { kind: TextKind }) {
  const { page, hrefFor } = usePage()
  const texts = useTexts(kind, page)
  const [edited, setEdited] = useState<Text | 'new' | null>(null)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-muted">{about[kind].intro}</p>
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
  // Show the new state while the call is pending.
  const active = save.isPending ? save.variables.active : text.active
  return (
    <li className="flex items-center gap-2 py-1.5 ps-4 pe-2">
      <div className="min-w-0 flex-1">
        <Switch
          label={text.content}
          checked={active}
          onChange={(next) =>
            save.mutate(
              { id: text.id, content: text.content, active: next },
              { onError: (error) => showToast('danger', error.message) },
            )
          }
        />
      </div>
      <IconButton label={`Edit: ${text.content}`} icon={Pencil} onClick={onEdit} />
    </li>
  )
}
