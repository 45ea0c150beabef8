import { AdminPage } from './AdminPage'

export function ReportsScreen() {
  return <AdminPage title="Reports">{null}</AdminPage>
}
