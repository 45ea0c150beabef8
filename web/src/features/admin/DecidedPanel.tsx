import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import { Tag } from '../../ui/Tag'
import { accusedName, durationWords, stateLook } from './case-words'
import { Facts, Panel, Quote } from './Panel'
import { date, dateTime } from './when'

/** What was decided, by whom, and the words that went out. */
export function DecidedPanel({ report }: { report: AdminReport }) {
  const { outcome, closed_ts, created_ts, closer, closed_by, until_ts, lifted_ts, member_text, note } = report
  const { label, tone } = stateLook(report)
  return (
    <Panel title="Decision" aside={<Tag tone={tone}>{label}</Tag>}>
      <Facts
        facts={[
          ['By', closer ?? `Admin ${closed_by}`],
          [
            'When',
            closed_ts !== null && `${dateTime(closed_ts)}, after ${durationWords(closed_ts - created_ts)}`,
          ],
          ['Until', outcome === 'suspended' && (until_ts === null ? 'An admin lifts it' : date(until_ts))],
          ['Lifted', lifted_ts !== null && dateTime(lifted_ts)],
        ]}
      />
      {member_text && (
        <div className="grid gap-1">
          <p className="text-muted">What {accusedName(report)} read</p>
          <Quote>{member_text}</Quote>
        </div>
      )}
      {note && (
        <div className="grid gap-1">
          <p className="text-muted">Note for moderators</p>
          <Quote>{note}</Quote>
        </div>
      )}
    </Panel>
  )
}
