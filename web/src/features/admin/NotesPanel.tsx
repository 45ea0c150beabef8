import type { AdminMember } from '@rosella/contract/admin/shapes'
import { sentences } from '@rosella/contract/sentences'
import { Controller, useForm } from 'react-hook-form'
import { submitForm } from '../../platform/submit-form'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { Panel } from './Panel'
import { useAdminAction } from './use-admin'

const NOTES_CHARACTERS = 5000

/** What admins tell each other about a member. */
export function NotesPanel({ member: { id, notes = '' } }: { member: AdminMember }) {
  // What another admin has written meanwhile comes in, unless this one is writing.
  const form = useForm({ values: { notes }, resetOptions: { keepDirtyValues: true } })
  const { isDirty, isSubmitting } = form.formState
  const save = useAdminAction('POST /api/admin/member', { done: sentences.saved })

  async function send(fields: { notes: string }) {
    await save.mutateAsync({ id, ...fields })
    form.reset(fields)
  }

  return (
    <Panel title="Notes">
      <form onSubmit={submitForm(form, send)} className="grid gap-3.5">
        <Controller
          control={form.control}
          name="notes"
          render={({ field }) => (
            <TextArea
              label="Notes about the member"
              labelHidden
              hint="Admins and moderators read them, members never do."
              limit={NOTES_CHARACTERS}
              maxLength={NOTES_CHARACTERS}
              {...field}
            />
          )}
        />
        <Button type="submit" className="justify-self-start" disabled={!isDirty} pending={isSubmitting}>
          Save notes
        </Button>
      </form>
    </Panel>
  )
}
