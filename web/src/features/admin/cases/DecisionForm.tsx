import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import { MEMBER_TEXT } from '@rosella/contract/safety/rules'
import Check from 'lucide-react/icons/check'
import SkipForward from 'lucide-react/icons/skip-forward'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { submitForm } from '../../../platform/submit-form'
import { ChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { firstMissing } from '../../../ui/forms/first-missing'
import { Select } from '../../../ui/forms/Select'
import { Switch } from '../../../ui/forms/Switch'
import { TextArea } from '../../../ui/forms/TextArea'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { KeyButton, KeyCap } from '../KeyButton'
import { dayStart, inAWeek, UntilField } from '../UntilField'
import { useAdminAction, useAdminQuery } from '../use-admin'
import { useKeys, useKeysOn } from '../use-keys'
import { removeDraft, useDraft, withDraft } from './case-drafts'
import { useNextCase } from './case-filters'
import { accusedName } from './case-labels'
import {
  consequences,
  type Outcome,
  outcomes,
  outcomesFor,
  standardText,
  warningConsequence,
} from './decisions'

export const NOTE_CHARACTERS = 2000

interface Fields {
  outcome: Outcome | null
  text: string
  note: string
  day: string
  /** null until the moderator chooses, so that it follows the reason. */
  warn: boolean | null
}

interface DecisionFormProps {
  report: AdminReport
  /** How many people a ban can warn, and whether the reason suggests it. */
  warnCount: number
  warnDefault: boolean
}

/** Closes a case. Asks for the outcome and the member's text, and lists the consequences before confirming. */
export function DecisionForm({ report, warnCount, warnDefault }: DecisionFormProps) {
  const [defaults] = useState<Fields>(() => ({
    outcome: null,
    text: '',
    note: '',
    day: inAWeek(),
    warn: null,
  }))
  const [initial] = useState(() => draftOf(report, defaults))
  const form = useForm<Fields>({ defaultValues: initial })
  useDraft(form, 'decision', report.id, defaults)
  const { control } = form
  const [outcome, text, note, day, ticked] = useWatch({
    control,
    name: ['outcome', 'text', 'note', 'day', 'warn'],
  })
  const warn = outcome === 'banned' && warnCount > 0 && (ticked ?? warnDefault)
  const { errors, isSubmitting } = form.formState
  /** The moderator is asked to confirm: 'next' also takes the next case. */
  const [asking, setAsking] = useState<'stay' | 'next' | null>(null)
  const decide = useAdminAction('POST /api/admin/report-decision', { done: 'The case is closed.' })
  const next = useNextCase()
  const [keysOn] = useKeysOn()
  const textField = useRef<HTMLTextAreaElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const member = accusedName(report)
  const until = outcome === 'suspended' ? dayStart(day) : null
  const offered = outcomesFor(report)
  const chosen = outcomes.find(({ value }) => value === outcome)
  const missing = firstMissing(
    [outcome !== null, 'Choose an outcome first.'],
    [outcome === 'dismissed' || text.trim() !== '', 'Write what the member will read.'],
    [text.length <= MEMBER_TEXT.characters && note.length <= NOTE_CHARACTERS, 'Shorten the text first.'],
  )

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
      ...(fields.outcome === 'banned' && { warn: warn ? 1 : 0 }),
      ...(fields.outcome === 'dismissed' ? {} : { member_text: fields.text, until_ts: until }),
    })
    removeDraft('decision', report.id)
    if (asking === 'next') await next.open()
  }

  function ask(then: 'stay' | 'next') {
    if (missing !== null) return
    form.clearErrors('root')
    setAsking(then)
  }

  const key = (letter: string) => (keysOn ? letter : undefined)
  useKeys(
    {
      ...Object.fromEntries(offered.map(({ value }, n) => [String(n + 1), () => choose(value)])),
      r: () => textField.current?.focus(),
      e: () => noteField.current?.focus(),
      c: () => ask('stay'),
      x: () => ask('next'),
    },
    keysOn && asking === null,
  )

  return (
    <div className="grid gap-4">
      <ChoiceGroup
        legend="Outcome"
        options={offered.map(({ value, label }, n) => ({
          value,
          label: (
            <>
              <span>{label}</span>
              {keysOn && <KeyCap letter={String(n + 1)} />}
            </>
          ),
        }))}
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
            <div className="grid gap-2">
              <TextArea
                label={`What ${member} will read`}
                hint="They see this in an email and when they log in. The reporter is never named."
                limit={MEMBER_TEXT.characters}
                maxLength={MEMBER_TEXT.characters}
                {...field}
                ref={textField}
                onKeyDown={leaveOnEscape}
              />
              <TemplateSelect
                report={report}
                outcome={outcome}
                goesTo="member"
                onChoose={(body) => {
                  const isOurs = field.value === standardText(outcome, report.reason)
                  field.onChange(isOurs ? body : joinTexts(field.value, body))
                  textField.current?.focus()
                }}
              />
            </div>
          )}
        />
      )}
      {outcome === 'banned' && warnCount > 0 && (
        <Controller
          control={control}
          name="warn"
          render={({ field: { value, onChange } }) => (
            <Switch
              label={`Warn the people they wrote to (${warnCount})`}
              hint="Everyone who received a message in the last 365 days gets an email and a notice, 15 minutes after your decision. They don’t learn who reported."
              checked={value ?? warnDefault}
              onChange={onChange}
            />
          )}
        />
      )}
      <Controller
        control={control}
        name="note"
        render={({ field }) => (
          <div className="grid gap-2">
            <TextArea
              label="Note for moderators"
              optional
              limit={NOTE_CHARACTERS}
              maxLength={NOTE_CHARACTERS}
              {...field}
              ref={noteField}
              onKeyDown={leaveOnEscape}
            />
            <TemplateSelect
              report={report}
              outcome={outcome}
              goesTo="note"
              onChoose={(body) => {
                field.onChange(joinTexts(field.value, body))
                noteField.current?.focus()
              }}
            />
          </div>
        )}
      />
      <div className="grid gap-2">
        <KeyButton
          letter={key('X')}
          icon={SkipForward}
          tone="gum"
          onClick={() => ask('next')}
          disabled={missing !== null}
        >
          Close and next…
        </KeyButton>
        <KeyButton letter={key('C')} icon={Check} onClick={() => ask('stay')} disabled={missing !== null}>
          Close the case…
        </KeyButton>
        {missing && <p className="text-muted">{missing}</p>}
        {keysOn && (
          <p className="flex flex-wrap items-center gap-1 text-muted pointer-coarse:hidden">
            <KeyCap letter="R" /> text, <KeyCap letter="E" /> note, <KeyCap letter="Esc" /> leaves a field
          </p>
        )}
      </div>
      {chosen && (
        <ConfirmDialog
          open={asking !== null}
          onClose={() => setAsking(null)}
          onConfirm={submitForm(form, send)}
          title={`${chosen.label} ${chosen.value === 'dismissed' ? 'the report' : member}?`}
          confirmLabel={asking === 'next' ? `${chosen.label}, then next` : `${chosen.label} and close`}
          tone={chosen.value === 'suspended' || chosen.value === 'banned' ? 'danger' : 'ink'}
          pending={isSubmitting}
          error={errors.root?.message}
        >
          <ul className="grid list-disc gap-1.5 ps-5">
            {[
              ...consequences(report, chosen.value, until),
              ...(warn ? [warningConsequence(warnCount)] : []),
            ].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** The draft, without an outcome that is no longer offered because the member has been erased since. */
function draftOf(report: AdminReport, defaults: Fields): Fields {
  const draft = withDraft('decision', report.id, defaults)
  const isOffered = outcomesFor(report).some(({ value }) => value === draft.outcome)
  return isOffered ? draft : { ...draft, outcome: null }
}

const joinTexts = (before: string, added: string): string =>
  before.trim() === '' ? added : `${before.trimEnd()}\n\n${added}`

/** Single-key shortcuts work again outside the field. */
const leaveOnEscape = (event: KeyboardEvent<HTMLTextAreaElement>) =>
  event.key === 'Escape' && event.currentTarget.blur()

type TemplateSelectProps = {
  report: AdminReport
  outcome: Outcome | null
  goesTo: 'member' | 'note'
  onChoose: (body: string) => void
}

/** Offers the templates for this reason and outcome; nothing without one. */
function TemplateSelect({ report, outcome, goesTo, onChoose }: TemplateSelectProps) {
  const { data } = useAdminQuery('GET /api/admin/reply-templates', {})
  const fitting = (data?.items ?? []).filter(
    (one) =>
      one.active &&
      one.goes_to === goesTo &&
      (one.reason_key === null || one.reason_key === report.reason_key) &&
      (one.outcome === null || one.outcome === outcome),
  )
  if (fitting.length === 0) return null
  return (
    <Select
      label={goesTo === 'member' ? 'Insert a reply' : 'Insert a note'}
      labelHidden
      value=""
      placeholder={goesTo === 'member' ? 'Insert a reply…' : 'Insert a note…'}
      options={fitting.map(({ id, title }) => ({ value: String(id), label: title }))}
      onChange={({ target: { value } }) => {
        const template = fitting.find(({ id }) => String(id) === value)
        if (template) onChoose(template.body)
      }}
    />
  )
}
