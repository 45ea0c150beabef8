import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { HeartOff } from 'lucide-react'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'

type NotInterestedNoticeProps = {
  member: MemberProfile
  undo: { pending: boolean; onUndo: () => void }
}

/** In the place of what can be done with a member. */
export function NotInterestedNotice({ member, undo }: NotInterestedNoticeProps) {
  return (
    <Banner
      icon={HeartOff}
      action={
        <Button tone="quiet" pending={undo.pending} onClick={undo.onUndo}>
          Undo
        </Button>
      }
    >
      <p className="font-semibold">{`You are not interested in ${member.username}.`}</p>
      <p>They are no longer in your lists and searches.</p>
    </Banner>
  )
}
