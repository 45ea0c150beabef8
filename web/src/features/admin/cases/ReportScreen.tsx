import { memberStatus } from '@rosella/contract/member/status'
import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ImageOff from 'lucide-react/icons/image-off'
import Lock from 'lucide-react/icons/lock'
import SkipForward from 'lucide-react/icons/skip-forward'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { Reply } from '../../../platform/api'
import { roleIn, useSession } from '../../../platform/session/session'
import { Button, ButtonLink } from '../../../ui/Button'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { Tag } from '../../../ui/Tag'
import { AdminPage, TwoColumns } from '../AdminPage'
import { KeyButton, KeyCap } from '../KeyButton'
import { profileFacts, profileTexts } from '../members/profile-facts'
import { Facts, Panel, Quote } from '../Panel'
import { PhotoWall } from '../photos/PhotoWall'
import { QueryResult } from '../QueryResult'
import { PHOTO_URLS_REFRESH_MS, useAdminAction, useAdminQuery } from '../use-admin'
import { useKeys, useKeysOn } from '../use-keys'
import { WaitingTime } from '../WaitingTime'
import { date, dateTime, siteDate } from '../when'
import { AppealPanel } from './AppealPanel'
import { CaseList } from './CaseList'
import { ConversationPanel } from './ConversationPanel'
import { removeDraft } from './case-drafts'
import { queryWith, useNextCase } from './case-filters'
import {
  accusedName,
  appealTag,
  formatDuration,
  memberName,
  memberTextLabel,
  reporterName,
  severityInfo,
  stateTag,
  statusTag,
} from './case-labels'
import { DeskPanel } from './DeskPanel'
import { History } from './History'

/** The outcome, who decided it and what the member was sent. */
export function DecidedPanel({ report, warnings }: Pick<CaseReply, 'report' | 'warnings'>) {
  const { outcome, closed_ts, created_ts, closer, closed_by, until_ts, lifted_ts, member_text, note } = report
  const { label, tone } = stateTag(report)
  return (
    <Panel title="Decision" aside={<Tag tone={tone}>{label}</Tag>}>
      <Facts
        facts={[
          ['By', closer ?? `Staff member ${closed_by}`],
          [
            'When',
            closed_ts !== null && `${dateTime(closed_ts)}, after ${formatDuration(closed_ts - created_ts)}`,
          ],
          [
            'Until',
            outcome === 'suspended' && (until_ts === null ? 'A moderator lifts it' : siteDate(until_ts)),
          ],
          ['People they wrote to', warnings !== null && warningState(warnings)],
          ['Lifted', lifted_ts !== null && dateTime(lifted_ts)],
        ]}
      />
      {member_text && (
        <div className="grid gap-1">
          <p className="text-muted">{memberTextLabel(report)}</p>
          <Quote>{member_text}</Quote>
        </div>
      )}
      {note && (
        <div className="grid gap-1">
          <p className="text-muted">Note for moderators</p>
          <Quote>{note}</Quote>
        </div>
      )}
      {outcome === 'banned' && lifted_ts === null && report.member.status === null && (
        <LiftErasedBan report={report} />
      )}
    </Panel>
  )
}

function warningState({ due_ts, sent, withdrawn }: NonNullable<CaseReply['warnings']>): string {
  const people = sent === 1 ? 'One person' : `${sent} people`
  if (withdrawn) return sent === 0 ? 'Nobody was warned' : `${people} warned, then sent a correction`
  return sent === 0 ? `Will be warned at ${dateTime(due_ts)}, unless the ban is lifted` : `${people} warned`
}

/** An erased member has no page on which an admin could lift the ban. */
function LiftErasedBan({ report }: { report: AdminReport }) {
  const [asks, setAsks] = useState(false)
  const isAdmin = roleIn(useSession()) === 'admin'
  const lift = useAdminAction('POST /api/admin/member', { done: 'The ban has been lifted.' })
  if (!isAdmin) return null
  return (
    <>
      <div>
        <Button onClick={() => setAsks(true)}>Lift the ban…</Button>
      </div>
      {asks && (
        <ConfirmDialog
          open
          onClose={() => setAsks(false)}
          onConfirm={() =>
            lift.mutate(
              { id: report.member_id, status: memberStatus.active },
              { onSettled: () => setAsks(false) },
            )
          }
          title={`Lift the ban of ${accusedName(report)}?`}
          confirmLabel="Lift the ban"
          tone="ink"
          pending={lift.isPending}
        >
          <p>The account stays erased, but its email address can be used to sign up again.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The profile and its photos as they were when the report came in. */
export function EvidencePanel({ report }: { report: AdminReport }) {
  const { snapshot } = report
  if (!snapshot) return null
  const { profile, hash } = snapshot
  return (
    <Panel title="Profile when it was reported" aside={<Seal />}>
      {profile ? (
        <SealedProfile report={report} snapshot={snapshot} profile={profile} />
      ) : (
        <p className="text-muted">
          {accusedName(report)} erased their account before the report. The profile and photos are gone.
        </p>
      )}
      <p className="border-line border-t pt-3 text-muted text-xs">
        Sealed in a chain of SHA-256 hashes when the report arrived, so no change goes unnoticed. This
        report’s hash: <code className="wrap-anywhere text-ink">{hash}</code>
      </p>
    </Panel>
  )
}

type Snapshot = NonNullable<AdminReport['snapshot']>
type SealedProfileProps = {
  report: AdminReport
  snapshot: Snapshot
  profile: NonNullable<Snapshot['profile']>
}

function SealedProfile({ report, snapshot: { photos, prompts }, profile }: SealedProfileProps) {
  const available = photos.flatMap(({ filename, tmb_url, lg_url }) =>
    tmb_url !== null && lg_url !== null ? [{ filename, tmb_url, lg_url }] : [],
  )
  const lost = photos.length - available.length
  return (
    <>
      {photos.length === 0 ? (
        <p className="text-muted">Others couldn’t see any photos.</p>
      ) : (
        <PhotoWall photos={available} name={accusedName(report)} />
      )}
      {lost > 0 && (
        <p className="flex items-center gap-2 text-muted">
          <ImageOff aria-hidden="true" className="size-4.5 shrink-0" />
          {lost === 1 ? 'One photo couldn’t be copied.' : `${lost} photos couldn’t be copied.`}
        </p>
      )}
      <Facts
        facts={[
          ['Name', profile.username],
          ...profileFacts(profile, report.created_ts),
          ['Photos verified', profile.verified_ts ? dateTime(profile.verified_ts) : ''],
          ['Member since', date(profile.created_ts)],
        ]}
      />
      {[...profileTexts(profile), ...prompts.map(({ q, a }) => [q, a] as const)].map(([title, text]) => (
        <div key={title} className="grid gap-1">
          <h3 className="font-sans font-semibold text-muted text-sm tracking-normal">{title}</h3>
          <Quote>{text}</Quote>
        </div>
      ))}
    </>
  )
}

const Seal = () => (
  <span className="inline-flex items-center gap-1.5 font-semibold text-gum">
    <Lock aria-hidden="true" className="size-4" />
    Sealed
  </span>
)

/**
 * A button may disappear once its action is done. Keyboard users then continue from the heading in its place, not from
 * the top of the page.
 */
export function useFocusFallback(state: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (document.activeElement !== document.body) return
    const heading = place.current?.querySelector('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [state])
  return place
}

export function ReportScreen() {
  const id = Number(useParams().id) || 0
  const read = useAdminQuery('GET /api/admin/report', { id }, { refetchInterval: PHOTO_URLS_REFRESH_MS })
  const me = useSession()?.id
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const list = `/admin/reports${queryWith(search)}`
  const next = useNextCase()
  const [keysOn] = useKeysOn()
  const report = read.data?.report
  // While the moderator is deciding, the next case comes with the decision.
  const mayGoOn = report !== undefined && (report.outcome !== null || report.assignee_id !== me)
  useKeys(
    { l: () => void navigate(list), ...(mayGoOn && !next.isPending ? { n: () => void next.open() } : {}) },
    keysOn,
  )
  return (
    <AdminPage
      title={`Case ${id}`}
      aside={report && <Marks report={report} />}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <ButtonLink to={list} tone="bare" icon={ArrowLeft} aria-keyshortcuts={keysOn ? 'L' : undefined}>
            All reports
            {keysOn && <KeyCap letter="L" />}
          </ButtonLink>
          {mayGoOn && (
            <div>
              <KeyButton
                letter={keysOn ? 'N' : undefined}
                icon={SkipForward}
                onClick={() => void next.open()}
                disabled={next.isPending}
              >
                Take the next case
              </KeyButton>
            </div>
          )}
        </div>
      }
    >
      <QueryResult query={read}>{(data) => <Case key={id} {...data} />}</QueryResult>
    </AdminPage>
  )
}

function Marks({ report }: { report: AdminReport }) {
  const marks = [severityInfo(report.severity), stateTag(report)]
  if (report.appeal) marks.push(appealTag(report.appeal))
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-middle">
      {marks.map(({ label, tone }) => (
        <Tag key={label} tone={tone}>
          {label}
        </Tag>
      ))}
    </span>
  )
}

type CaseReply = Reply<'GET /api/admin/report'>

function Case({ report, others, earlier, added, history, warn_count, warn_default, warnings }: CaseReply) {
  const { id, outcome, appeal, reporter, reporter_id, member_id } = report
  // A colleague may have decided it.
  useEffect(() => {
    if (outcome !== null) removeDraft('decision', id)
    if (appeal && appeal.decided_ts !== null) removeDraft('appeal', id)
  }, [id, outcome, appeal])
  const desk = useFocusFallback(`${report.state} ${report.assignee_id} ${report.appeal?.upheld}`)
  return (
    <TwoColumns
      facts={
        <>
          <ReportedPanel report={report} />
          <ConversationPanel report={report} />
          <EvidencePanel report={report} />
        </>
      }
      actions={
        <>
          <div ref={desk} className="grid min-w-0 gap-4">
            {report.appeal && <AppealPanel report={report} appeal={report.appeal} history={history} />}
            {report.added_to !== null ? (
              <Panel title="Added to another case">
                <p>
                  The reporter already had three open cases about this member, so this report is decided with{' '}
                  <Link to={`/admin/reports/${report.added_to}`} className="underline">
                    case {report.added_to}
                  </Link>
                  .
                </p>
              </Panel>
            ) : report.outcome === null ? (
              <DeskPanel report={report} warnCount={warn_count} warnDefault={warn_default} />
            ) : (
              <DecidedPanel report={report} warnings={warnings} />
            )}
          </div>
          {added.length > 0 && (
            <Panel title="Later reports added to this case">
              <CaseList cases={added} empty="" />
            </Panel>
          )}
          <Panel title="Other reports about this member">
            <CaseList cases={others} empty="There are no other reports." />
          </Panel>
          <Panel title={`Reports by ${accusedName(report)}`}>
            <CaseList
              cases={earlier.filter((line) => line.reporter_id === member_id)}
              empty="They haven’t reported anyone."
            />
          </Panel>
          {reporter && (
            <>
              <Panel title={`Reports by ${memberName(reporter)}, who reported this`}>
                <CaseList
                  cases={earlier.filter((line) => line.reporter_id === reporter_id)}
                  empty="They haven’t reported anyone else."
                />
              </Panel>
              <Panel title={`Reports about ${memberName(reporter)}`}>
                <CaseList
                  cases={earlier.filter((line) => line.member_id === reporter_id)}
                  empty="Nobody has reported them."
                />
              </Panel>
            </>
          )}
        </>
      }
      history={<History title="History" entries={history} empty="Nobody has worked on this case yet." />}
    />
  )
}

function ReportedPanel({ report }: { report: AdminReport }) {
  const { reason, info, member, reporter, created_ts, severity, outcome, hold } = report
  return (
    <Panel
      title={reason}
      aside={
        outcome === null &&
        report.added_to === null && (
          <WaitingTime since={created_ts} patience={severityInfo(severity).patience} />
        )
      }
    >
      <Facts
        facts={[
          ['Reported', <PartyLink key="member" party={member} name={accusedName(report)} />],
          [
            'By',
            reporter ? (
              <PartyLink key="reporter" party={reporter} name={memberName(reporter)} />
            ) : (
              reporterName(report)
            ),
          ],
          ['When', dateTime(created_ts)],
        ]}
      />
      {hold && <MessagingRestriction hold={hold} />}
      {info === '' ? <p className="text-muted">No further details.</p> : <Quote>{info}</Quote>}
    </Panel>
  )
}

function MessagingRestriction({ hold }: { hold: NonNullable<AdminReport['hold']> }) {
  const { since_ts, ended_ts, appeal_text, appeal_ts } = hold
  return (
    <>
      <p>
        {ended_ts === null
          ? `Since ${dateTime(since_ts)}, this member can’t start new conversations until the case is decided.`
          : `From ${dateTime(since_ts)} to ${dateTime(ended_ts)}, this member couldn’t start new conversations.`}
      </p>
      {appeal_text !== null && appeal_ts !== null && (
        <>
          <p className="font-semibold">The member’s response, {dateTime(appeal_ts)}</p>
          <Quote>{appeal_text}</Quote>
        </>
      )}
    </>
  )
}

function PartyLink({ party, name }: { party: AdminReport['member']; name: string }) {
  const { label, tone } = statusTag(party.status)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {party.status === null ? (
        name
      ) : (
        <Link
          to={`/admin/members/${party.id}`}
          className="font-bold underline decoration-line-strong underline-offset-3"
        >
          {name}
        </Link>
      )}
      <Tag tone={tone}>{label}</Tag>
    </span>
  )
}
