import { isUrlHash } from '@rosella/contract/member/rules'
import { useParams } from 'react-router'
import { ProfileScreen } from '../features/member/ProfileScreen'
import { ChatPanel } from '../features/messages/ChatPanel'
import { Safety } from '../features/safety/Safety'
import { MemberArea } from './MemberArea'
import { NotFoundScreen } from './NotFoundScreen'

/** Every address of one part that no other route has: a member's, or nobody's. */
export function ProfileRoute() {
  const { urlHash = '' } = useParams()
  if (!isUrlHash(urlHash)) return <NotFoundScreen />
  return (
    <MemberArea>
      <ProfileScreen
        key={urlHash}
        urlHash={urlHash}
        notFound={<NotFoundScreen />}
        chat={(talk) => <ChatPanel {...talk} />}
        safety={(concern) => <Safety {...concern} />}
      />
    </MemberArea>
  )
}
