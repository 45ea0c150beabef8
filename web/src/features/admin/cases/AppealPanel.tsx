import type { AuditEntry } from '@rosella/contract/admin/shapes'
import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import { MEMBER_TEXT } from '@rosella/contract/safety/rules'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useSession } from '../../../platform/session/session'
import { submitForm } from '../../../platform/submit-form'
import { TextArea } from '../../../ui/forms/TextArea'
import { Banner } from '../../../ui/overlays/Banner'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { Tag } from '../../../ui/Tag'
import { KeyButton } from '../KeyButton'
import { Panel, Quote } from '../Panel'
import { useAdminAction } from '../use-admin'
import { useKeys, useKeysOn } from '../use-keys'
import { WaitingTime } from '../WaitingTime'
import { dateTime } from '../when'
import { removeDraft, useDraft, withDraft } from './case-drafts'
import { APPEAL_PATIENCE, accusedName, appealTag } from './case-labels'
import { NOTE_CHARACTERS } from './DecisionForm'
import { appealConsequences } from './decisions'

type Appeal = NonNullable<AdminReport['appeal']>
type AppealPanelProps = { report: AdminReport; appeal: Appeal; history: readonly AuditEntry[] }

/** A member's appeal against a decision. It must be decided by a different admin. */
export function AppealPanel({ report, appeal, history }: AppealPanelProps) {
  const me = useSession()?.id
  const { label, tone } = appealTag(appeal)
  const isOpen = appeal.decided_ts === null
  const judge =
    history.find(({ action }) => action === 'appeal.decide')?.admin ?? `Staff member ${appeal.decided_by}`
  return (
    <Panel
      title="Appeal"
      aside={
        isOpen ? (
          <WaitingTime since={appeal.created_ts} patience={APPEAL_PATIENCE} />
        ) : (
          <Tag tone={tone}>{label}</Tag>
        )
      }
    >
      <p className="text-muted">
        {accusedName(report)} wrote on {dateTime(appeal.created_ts)}
      </p>
      <Quote>{appeal.text}</Quote>
      {appeal.decided_ts !== null && (
        <>
          <p>
            {label} by <span className="font-semibold">{judge}</span> on {dateTime(appeal.decided_ts)}.
          </p>
          {appeal.member_text && <Quote>{appeal.member_text}</Quote>}
          {appeal.note && <p className="whitespace-pre-line text-muted">Note: {appeal.note}</p>}
        </>
      )}
      {isOpen && report.closed_by === me && (
        <Banner tone="wattle">You decided this case, so somebody else has to decide the appeal.</Banner>
      )}
      {isOpen && report.own && (
        <Banner tone="wattle">
          You reported this member yourself, so somebody else has to decide the appeal.
        </Banner>
      )}
      {isOpen && report.closed_by !== me && !report.own && <AppealDecisionForm report={report} />}
    </Panel>
  )
}

const noText = { member_text: '', note: '' }

function AppealDecisionForm({ report }: { report: AdminReport }) {
  const [initial] = useState(() => withDraft('appeal', report.id, noText))
  const form = useForm({ defaultValues: initial })
  useDraft(form, 'appeal', report.id, noText)
  const { errors, isSubmitting } = form.formState
  const [upheld, setUpheld] = useState<boolean | null>(null)
  const decide = useAdminAction('POST /api/admin/appeal-decision', { done: 'Appeal decided.' })
  const member = accusedName(report)

  function ask(next: boolean) {
    form.clearErrors('root')
    setUpheld(next)
  }

  const [keysOn] = useKeysOn()
  const key = (letter: string) => (keysOn ? letter : undefined)
  useKeys({ u: () => ask(true), d: () => ask(false) }, keysOn && upheld === null)

  return (
    <div className="grid gap-4">
      {/* An erased member gets no email. */}
      {report.member.status !== null && (
        <Controller
          control={form.control}
          name="member_text"
          render={({ field }) => (
            <TextArea
              label={`What ${member} will read`}
              hint="Sent together with our standard sentence about the result."
              optional
              limit={MEMBER_TEXT.characters}
              maxLength={MEMBER_TEXT.characters}
              {...field}
            />
          )}
        />
      )}
      <Controller
        control={form.control}
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
      <div className="grid gap-2">
        <KeyButton letter={key('U')} onClick={() => ask(true)}>
          Uphold the appeal…
        </KeyButton>
        <KeyButton letter={key('D')} onClick={() => ask(false)}>
          Reject the appeal…
        </KeyButton>
      </div>
      <ConfirmDialog
        open={upheld !== null}
        onClose={() => setUpheld(null)}
        onConfirm={submitForm(form, async (fields) => {
          if (upheld === null) return
          await decide.mutateAsync({ report_id: report.id, upheld, ...fields })
          removeDraft('appeal', report.id)
        })}
        title={upheld ? 'Uphold the appeal?' : 'Reject the appeal?'}
        confirmLabel={upheld ? 'Uphold' : 'Reject'}
        tone="ink"
        pending={isSubmitting}
        error={errors.root?.message}
      >
        <ul className="grid list-disc gap-1.5 ps-5">
          {appealConsequences(report, upheld === true).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </div>
  )
}
