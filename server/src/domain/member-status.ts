import { memberStatus } from '@rosella/contract/member/status'
import { Problem } from './problem'

const calendarDay = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

interface Standing {
  status: number
  status_reason: string | null
  status_until_ts: number | null
  profile_completed_ts: number | null
}

/** What a suspension or a ban leaves when it is lifted. */
export const liftedStatus = (member: Pick<Standing, 'profile_completed_ts'>): number =>
  member.profile_completed_ts === null ? memberStatus.unfinished : memberStatus.active

/** The status a member has after logging in, or the reason why they may not, and where to appeal. */
export function admitStatus(member: Standing, now: number, contact: string): number {
  const because = member.status_reason ? ` Reason: ${member.status_reason.replace(/[.!?]?$/, '.')}` : ''
  switch (member.status) {
    case memberStatus.suspended: {
      if (member.status_until_ts !== null && member.status_until_ts <= now) return liftedStatus(member)
      const until =
        member.status_until_ts === null ? '' : ` until ${calendarDay.format(member.status_until_ts * 1000)}`
      throw new Problem(
        'login.suspended',
        {},
        `Your account is suspended${until}.${because} Please write to us to appeal: ${contact}`,
      )
    }
    case memberStatus.banned:
      throw new Problem(
        'login.banned',
        {},
        `Your account has been banned.${because} Please write to us to appeal: ${contact}`,
      )
    case memberStatus.deactivated:
      return memberStatus.active
    default:
      return member.status
  }
}
