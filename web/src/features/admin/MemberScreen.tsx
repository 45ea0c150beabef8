import { AdminPage } from './AdminPage'

export function MemberScreen() {
  return <AdminPage title="Member">{null}</AdminPage>
}
