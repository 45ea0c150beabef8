import { useSearchParams } from 'react-router'
import { useLive } from '../../platform/live'
import { Tabs } from '../../ui/Tabs'
import { AdminPage } from './AdminPage'
import { DecidedPhotos } from './DecidedPhotos'
import { PhotoQueueView } from './PhotoQueueView'

const states = [
  { state: 'approved', label: 'Approved' },
  { state: 'rejected', label: 'Rejected' },
] as const

/** The queue, or what was decided. */
export function AdminPhotosScreen() {
  const [search] = useSearchParams()
  const waiting = useLive((live) => live.adminAlerts.photos)
  const shown = states.find(({ state }) => state === search.get('state'))
  const tabs = [
    { to: '/admin/photos', label: 'Queue', count: waiting, countLabel: 'waiting', current: !shown },
    ...states.map(({ state, label }) => ({
      to: `/admin/photos?state=${state}`,
      label,
      current: state === shown?.state,
    })),
  ]
  return (
    <AdminPage title="Photos" actions={<Tabs label="Photos" tabs={tabs} />}>
      {shown ? <DecidedPhotos key={shown.state} state={shown.state} /> : <PhotoQueueView />}
    </AdminPage>
  )
}
