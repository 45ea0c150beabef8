import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import type { Reply } from '../../platform/api'
import { ButtonLink } from '../../ui/Button'
import { Tag } from '../../ui/Tag'
import { AdminPage } from './AdminPage'
import { AppealPanel } from './AppealPanel'
import { CaseList } from './CaseList'
import { ConversationPanel } from './ConversationPanel'
import {
  accusedName,
  appealLook,
  memberName,
  reporterName,
  severityLook,
  stateLook,
  statusLook,
} from './case-words'
import { DecidedPanel } from './DecidedPanel'
import { DeskPanel } from './DeskPanel'
import { EvidencePanel } from './EvidencePanel'
import { History } from './History'
import { Loaded } from './Loaded'
import { Facts, Panel, Quote } from './Panel'
import { TwoColumns } from './TwoColumns'
import { PHOTO_ADDRESSES_REFRESH_MS, useAdminRead } from './use-admin'
import { useKeptFocus } from './use-kept-focus'
import { Waiting } from './Waiting'
import { dateTime } from './when'

export function ReportScreen() {
  const id = Number(useParams().id) || 0
  const read = useAdminRead('GET /api/admin/report', { id }, { refetchInterval: PHOTO_ADDRESSES_REFRESH_MS })
  return (
    <AdminPage
      title={`Case ${id}`}
      aside={read.data && <Marks report={read.data.report} />}
      actions={
        <ButtonLink to="/admin/reports" tone="bare" icon={ArrowLeft}>
          All reports
        </ButtonLink>
      }
    >
      <Loaded query={read}>{(data) => <Case key={id} {...data} />}</Loaded>
    </AdminPage>
  )
}

function Marks({ report }: { report: AdminReport }) {
  const marks = [severityLook(report.severity), stateLook(report)]
  if (report.appeal) marks.push(appealLook(report.appeal))
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

function Case({ report, others, history }: Reply<'GET /api/admin/report'>) {
  const desk = useKeptFocus(`${report.state} ${report.assignee_id} ${report.appeal?.upheld}`)
  return (
    <TwoColumns
      facts={
        <>
          <ReportedPanel report={report} />
          <ConversationPanel report={report} />
          <EvidencePanel report={report} />
        </>
      }
      deeds={
        <>
          <div ref={desk} className="grid min-w-0 gap-4">
            {report.appeal && <AppealPanel report={report} appeal={report.appeal} history={history} />}
            {report.outcome === null ? <DeskPanel report={report} /> : <DecidedPanel report={report} />}
          </div>
          <Panel title="Other reports about this member">
            <CaseList cases={others} empty="There is no other report." />
          </Panel>
        </>
      }
      history={<History title="History" entries={history} empty="Nobody has touched this case yet." />}
    />
  )
}

function ReportedPanel({ report }: { report: AdminReport }) {
  const { reason, info, member, reporter, created_ts, severity, outcome, hold } = report
  return (
    <Panel
      title={reason}
      aside={outcome === null && <Waiting since={created_ts} patience={severityLook(severity).patience} />}
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
      {hold && <HoldWords hold={hold} />}
      {info === '' ? <p className="text-muted">Without further words.</p> : <Quote>{info}</Quote>}
    </Panel>
  )
}

function HoldWords({ hold }: { hold: NonNullable<AdminReport['hold']> }) {
  const { since_ts, ended_ts, appeal_text, appeal_ts } = hold
  return (
    <>
      <p>
        {ended_ts === null
          ? `Since ${dateTime(since_ts)} this member cannot start new conversations, until the case is decided.`
          : `From ${dateTime(since_ts)} to ${dateTime(ended_ts)} this member could not start new conversations.`}
      </p>
      {appeal_text !== null && appeal_ts !== null && (
        <>
          <p className="font-semibold">What the member says of it, on {dateTime(appeal_ts)}</p>
          <Quote>{appeal_text}</Quote>
        </>
      )}
    </>
  )
}

function PartyLink({ party, name }: { party: AdminReport['member']; name: string }) {
  const { label, tone } = statusLook(party.status)
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
