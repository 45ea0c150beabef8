import { Problem } from './problem'

/** 1 sign-up unfinished, 2 active, 3 suspended, 4 banned, 5 deactivated by the member. */
export const STATUS = { unfinished: 1, active: 2, suspended: 3, banned: 4, deactivated: 5 } as const

const calendarDay = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

interface Standing {
  status: number
  status_reason: string | null
  status_until_ts: number | null
  profile_completed_ts: number | null
}

/** What a suspension or a ban leaves when it is lifted. */
export const liftedStatus = (member: Pick<Standing, 'profile_completed_ts'>): number =>
  member.profile_completed_ts === null ? STATUS.unfinished : STATUS.active

/** The status a member has after logging in, or the reason why they may not, and where to appeal. */
export function admitStatus(member: Standing, now: number, contact: string): number {
  const because = member.status_reason ? ` Reason: ${member.status_reason.replace(/[.!?]?$/, '.')}` : ''
  switch (member.status) {
    case STATUS.suspended: {
      if (member.status_until_ts !== null && member.status_until_ts <= now) return liftedStatus(member)
      const until =
        member.status_until_ts === null ? '' : ` until ${calendarDay.format(member.status_until_ts * 1000)}`
      throw new Problem(
        'login.suspended',
        {},
        `Your account is suspended${until}.${because} Please write to us to appeal: ${contact}`,
      )
    }
    case STATUS.banned:
      throw new Problem(
        'login.banned',
        {},
        `Your account has been banned.${because} Please write to us to appeal: ${contact}`,
      )
    case STATUS.deactivated:
      return STATUS.active
    default:
      return member.status
  }
}
