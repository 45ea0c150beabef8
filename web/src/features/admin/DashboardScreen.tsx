import { AdminPage } from './AdminPage'

export function DashboardScreen() {
  return <AdminPage title="Dashboard">{null}</AdminPage>
}
