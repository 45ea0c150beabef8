import { AdminPage } from './AdminPage'

export function MembersScreen() {
  return <AdminPage title="Members">{null}</AdminPage>
}
