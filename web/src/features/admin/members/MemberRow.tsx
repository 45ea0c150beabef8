import type { AdminMember } from '@rosella/contract/admin/shapes'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { TimeAgo } from '../../../platform/TimeAgo'
import { cx } from '../../../ui/cx'
import { Avatar } from '../../../ui/member/Avatar'
import { Tag } from '../../../ui/Tag'
import { memberName, statusTag } from '../cases/case-labels'
import { roleLabels } from './status-labels'

type MemberRowProps = {
  member: AdminMember
  /** Before the name, such as a checkbox. */
  start?: ReactNode
}

/** A member in a list. The whole row links to their page. */
export function MemberRow({ member, start }: MemberRowProps) {
  const { id, email, city, photo_url, approved_photos, created_ts, last_active_ts } = member
  return (
    <li className="petal-md relative grid gap-x-5 gap-y-1 bg-surface px-4 py-2.5 inset-ring inset-ring-line transition hover:bg-sunken md:grid-cols-[minmax(0,1fr)_10rem_9rem_11rem] md:items-center">
      <div className="flex min-w-0 items-center gap-3">
        {start}
        <Avatar name={memberName(member)} photo={photo_url ? { src: photo_url } : null} />
        <div className="grid min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <Link to={`/admin/members/${id}`} className="font-bold text-base after:absolute after:inset-0">
              {memberName(member)}
            </Link>
            <span className="text-muted tabular-nums">No. {id}</span>
          </span>
          <span className="truncate text-muted">{email}</span>
        </div>
      </div>
      {/* On a phone, these wrap onto as few lines as possible. */}
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-3 gap-y-1 md:contents',
          start ? 'max-md:ps-26' : 'max-md:ps-14',
        )}
      >
        <p>
          {city}
          <span className="block text-muted text-xs max-md:hidden">
            {approved_photos === 1 ? '1 photo' : `${approved_photos} photos`} approved
          </span>
        </p>
        <p className="text-xs max-md:text-muted">
          <span className="max-md:hidden">
            Joined <TimeAgo at={created_ts * 1000} />
          </span>
          {last_active_ts !== null && (
            <span className="text-muted md:block">
              Active <TimeAgo at={last_active_ts * 1000} />
            </span>
          )}
        </p>
        <span className="md:justify-self-end">
          <MemberTags member={member} />
        </span>
      </div>
    </li>
  )
}

export function MemberTags({ member }: { member: AdminMember }) {
  const { label, tone } = statusTag(member.status)
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {member.role && <Tag tone="ink">{roleLabels[member.role]}</Tag>}
      {member.premium && <Tag tone="wattle">Premium</Tag>}
      <Tag tone={tone}>{label}</Tag>
    </span>
  )
}
