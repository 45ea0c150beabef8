import { Inbox } from 'lucide-react'
import { useLive } from '../../platform/live'
import { EmptyState } from '../../ui/EmptyState'
import { Pager } from '../../ui/Pager'
import { Tabs } from '../../ui/Tabs'
import { AdminPage } from './AdminPage'
import { type ListedState, listedStates } from './case-words'
import { Loaded } from './Loaded'
import { ReportRow } from './ReportRow'
import { useAdminRead, usePage } from './use-admin'

const labels: Record<ListedState, string> = { open: 'Open', appealed: 'Appealed', closed: 'Closed' }
const nothing: Record<ListedState, { title: string; words: string }> = {
  open: { title: 'No report waits', words: 'What members report appears here by itself.' },
  appealed: { title: 'No appeal waits', words: 'Members may appeal once against a decision.' },
  closed: { title: 'No case has been closed', words: 'What was decided stays here for good.' },
}

/** Cases: the gravest and oldest first while they wait, the latest first once they are closed. */
export function ReportsScreen() {
  const { page, hrefFor, search } = usePage()
  const state = listedStates.find((one) => one === search.get('state')) ?? 'open'
  const list = useAdminRead('GET /api/admin/reports', { state, p: page })
  const overview = useAdminRead('GET /api/admin/overview', {})
  const open = useLive((live) => live.adminAlerts.reports)
  const counts: Partial<Record<ListedState, number>> = {
    open: overview.data?.queues.reports.waiting ?? open,
    appealed: overview.data?.queues.appeals.waiting,
  }
  return (
    <AdminPage
      title="Reports"
      actions={
        <Tabs
          label="Reports"
          tabs={listedStates.map((one) => ({
            to: one === 'open' ? '/admin/reports' : `/admin/reports?state=${one}`,
            label: labels[one],
            current: one === state,
            count: counts[one],
            countLabel: 'waiting',
          }))}
        />
      }
    >
      <Loaded query={list}>
        {({ items, pages }) =>
          items.length === 0 ? (
            <EmptyState title={nothing[state].title} icon={Inbox}>
              {nothing[state].words}
            </EmptyState>
          ) : (
            <>
              <ul aria-label={`${labels[state]} cases`} className="grid gap-2">
                {items.map((report) => (
                  <ReportRow key={report.id} report={report} list={state} />
                ))}
              </ul>
              <Pager page={Math.min(page, pages)} pages={pages} hrefFor={hrefFor} />
            </>
          )
        }
      </Loaded>
    </AdminPage>
  )
}
