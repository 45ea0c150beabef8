import { Link } from 'react-router'
import type { ChatTarget } from '../../platform/chat-target'
import { photoUrl } from '../../platform/site'
import { Avatar } from '../../ui/member/Avatar'
import { VerifiedBadge } from '../../ui/member/VerifiedBadge'
import { TITLE } from './ChatFrame'

interface ChatTitleProps {
  target: ChatTarget
  titleId?: string
  /** Adds a link to the profile. */
  isLink?: boolean
}

export function ChatTitle({ target: { member }, titleId, isLink }: ChatTitleProps) {
  return (
    <>
      <Avatar name={member.username} photo={member.photo && photoUrl('tmb', member.photo)} />
      <div className="min-w-0 flex-1">
        <h2 id={titleId} tabIndex={-1} className="truncate text-xl">
          {TITLE} <span className="sr-only">with </span>
          <span className="font-medium text-muted">{member.username}</span>
        </h2>
        {isLink && (
          <Link
            to={`/${member.url_hash}`}
            className="petal-sm -my-1 inline-flex min-h-8 items-center font-semibold text-sm underline underline-offset-3 hover:decoration-2"
          >
            View profile
          </Link>
        )}
      </div>
      <VerifiedBadge ts={member.verified_ts} />
    </>
  )
}
