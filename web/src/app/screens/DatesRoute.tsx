import { useQuery } from '@tanstack/react-query'
import { DatesScreen } from '../../features/dates/DatesScreen'
import { ReportDialog } from '../../features/safety/ReportDialog'
import { call } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'

export const DatesRoute = () => (
  <DatesScreen report={(member, onClose) => <Report key={member.id} member={member} onClose={onClose} />} />
)

function Report({ member, onClose }: { member: { id: number; username: string }; onClose: () => void }) {
  const reasons = useQuery({
    queryKey: queryKeys.reportReasons,
    queryFn: ({ signal }) => call('GET /api/settings', { settings: 'report_reasons' }, { signal }),
  })
  return (
    <ReportDialog
      open
      onClose={onClose}
      username={member.username}
      about={{ recipient_id: member.id }}
      reasons={reasons.data?.report_reasons ?? []}
    />
  )
}
