import { scamRuleModes } from '@rosella/contract/safety/rules'
import type { ScamRule } from '@rosella/contract/safety/shield-endpoints'
import { Select } from '../../../ui/forms/Select'
import { AdminPage } from '../AdminPage'
import { QueryResult } from '../QueryResult'
import { Cell, Row, Table } from '../Table'
import { useAdminAction, useAdminQuery } from '../use-admin'

const modeLabels: Record<ScamRule['mode'], string> = { on: 'On', count: 'Count only', off: 'Off' }
const options = scamRuleModes.map((value) => ({ value, label: modeLabels[value] }))

const columns = [
  'Rule',
  ...['Hits', 'Dismissed', 'Upheld', 'Precision'].map((label) => ({ label, end: true })),
  'Mode',
]

/** The hits of each rule of the scam shield, and how often people agreed with it. */
export function ScamRulesScreen() {
  const rules = useAdminQuery('GET /api/admin/scam-rules', {})
  return (
    <AdminPage title="Scam shield" aside="the last 90 days">
      <QueryResult query={rules}>
        {({ items }) => (
          <>
            <Table label="Rules of the scam shield" columns={columns}>
              {items.map((rule) => (
                <RuleRow key={rule.key} rule={rule} />
              ))}
            </Table>
            <p className="max-w-prose text-muted">
              Dismissed: the recipient chose “It’s fine”, or a moderator or an appeal cleared the sender.
              Upheld: a moderator decided against the sender. A rule that only counts finds the same messages,
              but nobody is asked, warned or restricted because of it.
            </p>
          </>
        )}
      </QueryResult>
    </AdminPage>
  )
}

function RuleRow({ rule }: { rule: ScamRule }) {
  const change = useAdminAction('POST /api/admin/scam-rule', { done: 'Saved!' })
  const { key, label, mode, hits, dismissed, upheld, precision } = rule
  return (
    <Row>
      <Cell head>{label}</Cell>
      <Cell end>{hits}</Cell>
      <Cell end>{dismissed}</Cell>
      <Cell end>{upheld}</Cell>
      <Cell end>{precision === null ? 'none yet' : `${Math.round(precision * 100)}%`}</Cell>
      <Cell>
        <Select
          label={`Mode of ${label}`}
          labelHidden
          className="min-w-36"
          options={options}
          value={change.isPending ? change.variables.mode : mode}
          onChange={(event) => change.mutate({ key, mode: event.target.value as ScamRule['mode'] })}
        />
      </Cell>
    </Row>
  )
}
