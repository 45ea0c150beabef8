import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import { MEMBER_TEXT } from '@rosella/contract/safety/rules'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { submitForm } from '../../../platform/submit-form'
import { Button } from '../../../ui/Button'
import { ChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { firstMissing } from '../../../ui/forms/first-missing'
import { TextArea } from '../../../ui/forms/TextArea'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { dayStart, inAWeek, UntilField } from '../UntilField'
import { useAdminAction } from '../use-admin'
import { accusedName } from './case-labels'
import { consequences, type Outcome, outcomes, outcomesFor, standardText } from './decisions'

export const NOTE_CHARACTERS = 2000

interface Fields {
  outcome: Outcome | null
  text: string
  note: string
  day: string
}

/** Closes a case. Asks for the outcome and the member's text, and lists the consequences before confirming. */
export function DecisionForm({ report }: { report: AdminReport }) {
  const form = useForm<Fields>({ defaultValues: { outcome: null, text: '', note: '', day: inAWeek() } })
  const { control } = form
  const [outcome, text, day] = useWatch({ control, name: ['outcome', 'text', 'day'] })
  const { errors, isSubmitting } = form.formState
  const [asking, setAsking] = useState(false)
  const decide = useAdminAction('POST /api/admin/report-decision', { done: 'The case is closed.' })
  const member = accusedName(report)
  const until = outcome === 'suspended' ? dayStart(day) : null
  const chosen = outcomes.find(({ value }) => value === outcome)

  function choose(next: Outcome) {
    // Our standard text follows the outcome, but what the moderator wrote is kept.
    if (outcome === null || text === standardText(outcome, report.reason)) {
      form.setValue('text', standardText(next, report.reason))
    }
    form.setValue('outcome', next)
  }

  async function send(fields: Fields) {
    if (fields.outcome === null) return
    await decide.mutateAsync({
      report_id: report.id,
      outcome: fields.outcome,
      note: fields.note,
      ...(fields.outcome === 'dismissed' ? {} : { member_text: fields.text, until_ts: until }),
    })
  }

  return (
    <div className="grid gap-4">
      <ChoiceGroup
        legend="Outcome"
        options={outcomesFor(report)}
        value={outcome}
        onChange={(value) => value !== null && choose(value as Outcome)}
      />
      {outcome === 'suspended' && (
        <Controller
          control={control}
          name="day"
          render={({ field: { value, onChange } }) => (
            <UntilField
              label="Suspended until"
              hint="They can log in again on this day. If it’s empty, the suspension lasts until somebody lifts it."
              day={value}
              onChange={onChange}
            />
          )}
        />
      )}
      {outcome !== null && outcome !== 'dismissed' && report.member.status !== null && (
        <Controller
          control={control}
          name="text"
          render={({ field }) => (
            <TextArea
              label={`What ${member} will read`}
              hint="They see this in an email and when they log in. The reporter is never named."
              limit={MEMBER_TEXT.characters}
              maxLength={MEMBER_TEXT.characters}
              {...field}
            />
          )}
        />
      )}
      <Controller
        control={control}
        name="note"
        render={({ field }) => (
          <TextArea
            label="Note for moderators"
            optional
            limit={NOTE_CHARACTERS}
            maxLength={NOTE_CHARACTERS}
            {...field}
          />
        )}
      />
      <Button
        missing={firstMissing(
          [outcome !== null, 'Choose an outcome first.'],
          [outcome === 'dismissed' || text.trim() !== '', 'Write what the member will read.'],
        )}
        onClick={() => {
          form.clearErrors('root')
          setAsking(true)
        }}
      >
        Close the case…
      </Button>
      {chosen && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={submitForm(form, send)}
          title={`${chosen.label} ${chosen.value === 'dismissed' ? 'the report' : member}?`}
          confirmLabel={`${chosen.label} and close`}
          tone={chosen.value === 'suspended' || chosen.value === 'banned' ? 'danger' : 'ink'}
          pending={isSubmitting}
          error={errors.root?.message}
        >
          <ul className="grid list-disc gap-1.5 ps-5">
            {consequences(report, chosen.value, until).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  )
}
