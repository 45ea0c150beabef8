import type { AdminReport } from '@rosella/contract/admin/shapes'
import { MEMBER_TEXT } from '@rosella/contract/safety/rules'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/ChoiceGroup'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { TextArea } from '../../ui/TextArea'
import { memberName } from './case-words'
import { consequences, type Outcome, outcomes, standardText } from './decisions'
import { dayStart, inAWeek, UntilField } from './UntilField'
import { useAdminAction } from './use-admin'

export const NOTE_CHARACTERS = 2000

/** Closes a case: the outcome, the words for both sides, and before it happens what will happen. */
export function DecisionForm({ report }: { report: AdminReport }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [day, setDay] = useState(inAWeek)
  const [asking, setAsking] = useState(false)
  const decide = useAdminAction('POST /api/admin/report-decision', { done: 'The case is closed.' })
  const member = memberName(report.member)
  const until = outcome === 'suspended' ? dayStart(day) : null
  const chosen = outcomes.find(({ value }) => value === outcome)

  function choose(next: Outcome) {
    // What the moderator has written stays; our own words follow the outcome.
    if (outcome === null || text === standardText(outcome, report.reason)) {
      setText(standardText(next, report.reason))
    }
    setOutcome(next)
  }

  function confirm() {
    if (outcome === null) return
    decide.mutate({
      report_id: report.id,
      outcome,
      note,
      ...(outcome === 'dismissed' ? {} : { member_text: text, until_ts: until }),
    })
  }

  return (
    <div className="grid gap-4">
      <ChoiceGroup
        legend="Outcome"
        options={outcomes}
        value={outcome}
        onChange={(value) => value !== null && choose(value as Outcome)}
      />
      {outcome === 'suspended' && (
        <UntilField
          label="Suspended until"
          hint="They can log in again on this day. Without one, until an admin lifts it."
          day={day}
          onChange={setDay}
        />
      )}
      {outcome !== null && outcome !== 'dismissed' && (
        <TextArea
          label={`What ${member} will read`}
          hint="In the mail, and when logging in. It never names who reported."
          limit={MEMBER_TEXT.characters}
          maxLength={MEMBER_TEXT.characters}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <TextArea
        label="Note for moderators"
        optional
        limit={NOTE_CHARACTERS}
        maxLength={NOTE_CHARACTERS}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button
        disabled={outcome === null || (outcome !== 'dismissed' && text.trim() === '')}
        reason={outcome === null ? 'Choose an outcome first.' : 'Write what the member will read.'}
        onClick={() => {
          decide.reset()
          setAsking(true)
        }}
      >
        Close the case…
      </Button>
      {chosen && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={confirm}
          title={`${chosen.label} ${chosen.value === 'dismissed' ? 'the report' : member}?`}
          confirmLabel={`${chosen.label} and close`}
          tone={chosen.value === 'suspended' || chosen.value === 'banned' ? 'danger' : 'ink'}
          pending={decide.isPending}
          error={decide.error?.message}
        >
          <ul className="grid list-disc gap-1.5 ps-5">
            {consequences(report, chosen.value, until).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  )
}
