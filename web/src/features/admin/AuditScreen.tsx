import { AdminPage } from './AdminPage'

export function AuditScreen() {
  return <AdminPage title="Audit">{null}</AdminPage>
}
