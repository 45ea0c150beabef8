import { Link } from 'react-router'
import { avatarPhoto } from '../../format/photo-source'
import type { ChatTarget } from '../../platform/chat-target'
import { useClockLabel } from '../../platform/clock'
import { Avatar } from '../../ui/member/Avatar'
import { VerifiedBadge } from '../../ui/member/VerifiedBadge'
import { TITLE } from './ChatFrame'
import { activeAgo } from './conversation'

interface ChatTitleProps {
  target: ChatTarget
  titleId?: string
  /** Adds a link to the profile. */
  isLink?: boolean
}

export function ChatTitle({ target: { member }, titleId, isLink }: ChatTitleProps) {
  return (
    <>
      <Avatar
        name={member.username}
        photo={member.photo ? avatarPhoto(member.photo, member.photo_sizes) : null}
      />
      <div className="min-w-0 flex-1">
        <h2 id={titleId} tabIndex={-1} className="truncate text-xl">
          {TITLE} <span className="sr-only">with </span>
          <bdi className="font-medium text-muted">{member.username}</bdi>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          <Activity member={member} />
          {isLink && (
            <Link
              to={`/${member.url_hash}`}
              className="petal-sm -my-1 inline-flex min-h-8 items-center font-semibold underline underline-offset-3 hover:decoration-2"
            >
              View profile
            </Link>
          )}
        </p>
      </div>
      <VerifiedBadge ts={member.verified_ts} />
    </>
  )
}

/** Online, or when the partner was last here. */
function Activity({ member: { online, last_active_ts } }: Pick<ChatTarget, 'member'>) {
  const label = useClockLabel((now) => (last_active_ts === null ? '' : activeAgo(last_active_ts * 1000, now)))
  if (!online) return <span className="text-muted">{label}</span>
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-gum">
      <span aria-hidden="true" className="size-2.5 rounded-full bg-gum" />
      Online
    </span>
  )
}
