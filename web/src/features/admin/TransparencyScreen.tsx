import { AdminPage } from './AdminPage'

export function TransparencyScreen() {
  return <AdminPage title="Transparency">{null}</AdminPage>
}
