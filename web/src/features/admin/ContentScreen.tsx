import { AdminPage } from './AdminPage'

export function ContentScreen() {
  return <AdminPage title="Content">{null}</AdminPage>
}
