import { AdminPage } from './AdminPage'

export function ReportScreen() {
  return <AdminPage title="Report">{null}</AdminPage>
}
