import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../platform/api'
import { queryClient } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'
import { FindContactDialog } from './FindContactDialog'
import type { PastContact } from './past-contacts'
import { ReportDialog } from './ReportDialog'

type ReportGoneDialogsProps = { open: boolean; onClose: () => void }

/** First whom, then the usual form. */
export function ReportGoneDialogs({ open, onClose }: ReportGoneDialogsProps) {
  const [chosen, setChosen] = useState<PastContact>()
  const [reporting, setReporting] = useState(false)
  const reasons = useQuery(
    {
      queryKey: queryKeys.reportReasons,
      queryFn: ({ signal }) => call('GET /api/settings', { settings: 'report_reasons' }, { signal }),
    },
    // The safety page is outside of the members' area.
    queryClient,
  )

  return (
    <>
      <FindContactDialog
        open={open}
        onClose={onClose}
        onChoose={(contact) => {
          onClose()
          setChosen(contact)
          setReporting(true)
        }}
      />
      {chosen && (
        <ReportDialog
          key={chosen.ref}
          open={reporting}
          onClose={(wasSent) => {
            setReporting(false)
            if (wasSent) void queryClient.invalidateQueries({ queryKey: queryKeys.ownReports })
          }}
          username={chosen.username}
          about={{ ref: chosen.ref }}
          reasons={reasons.data?.report_reasons ?? []}
        />
      )}
    </>
  )
}
