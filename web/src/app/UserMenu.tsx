import type { SessionRecord } from '@rosella/contract/access/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { useNavigate } from 'react-router'
import { call } from '../platform/api'
import { pushEndpoint } from '../platform/push-key'
import { backToAdmin, clearSession, isImpersonating } from '../platform/session'
import { photoUrl } from '../platform/site'
import { Avatar } from '../ui/Avatar'
import { Menu, type MenuItem } from '../ui/Menu'

const nothing = () => {}

/** Photo or letter at the right of the bar, and the member's own pages behind it. */
export function UserMenu({ session }: { session: SessionRecord }) {
  const navigate = useNavigate()

  async function logOut() {
    // The session is forgotten here in any case; the server is told so that it ends everywhere.
    const told = call('POST /api/logout', {}).catch(nothing)
    // Before it is forgotten here that there is one.
    if (pushEndpoint() !== null)
      void import('../features/notifications/device')
        .then(({ forgetDevice }) => forgetDevice())
        .catch(nothing)
    clearSession()
    void navigate('/')
    await told
  }

  const own: MenuItem[] =
    session.status === memberStatus.active
      ? [
          { label: 'Profile', to: `/${session.url_hash}` },
          { label: 'Edit', to: '/edit' },
          { label: 'Photos', to: '/photos' },
          { label: 'Videos', disabled: true, onSelect: nothing },
          { label: 'Logs', disabled: true, onSelect: nothing },
          { label: 'Settings', to: '/settings' },
          { label: 'Membership', disabled: true, onSelect: nothing },
          'separator',
        ]
      : []
  const items: MenuItem[] = [
    ...own,
    ...(isImpersonating() ? [{ label: 'Back to Admin', onSelect: backToAdmin }] : []),
    { label: 'Log out', onSelect: () => void logOut() },
  ]
  const name = session.username ?? session.email
  return (
    <Menu label="Your menu" items={items}>
      <Avatar name={name} photo={session.photo && photoUrl('tmb', session.photo)} />
    </Menu>
  )
}
