import { AdminPage } from './AdminPage'

export function PhotosScreen() {
  return <AdminPage title="Photos">{null}</AdminPage>
}
