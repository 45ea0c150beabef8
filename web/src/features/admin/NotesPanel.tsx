import type { AdminMember } from '@rosella/contract/admin/shapes'
import { sentences } from '@rosella/contract/sentences'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { Panel } from './Panel'
import { useAdminAction } from './use-admin'

const NOTES_CHARACTERS = 5000

/** What admins tell each other about a member. */
export function NotesPanel({ member: { id, notes = '' } }: { member: AdminMember }) {
  const [draft, setDraft] = useState<string>()
  const save = useAdminAction('POST /api/admin/member', { done: sentences.saved })
  const text = draft ?? notes
  return (
    <Panel title="Notes">
      <TextArea
        label="Notes about the member"
        labelHidden
        hint="Admins read them, members never do."
        limit={NOTES_CHARACTERS}
        maxLength={NOTES_CHARACTERS}
        value={text}
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button
        className="justify-self-start"
        disabled={text === notes}
        pending={save.isPending}
        onClick={() => save.mutate({ id, notes: text }, { onSuccess: () => setDraft(undefined) })}
      >
        Save notes
      </Button>
    </Panel>
  )
}
