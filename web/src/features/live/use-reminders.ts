import type { SessionRecord } from '@rosella/contract/access/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { dispatchBanner } from '../../platform/live/live'
import { isAtReminderPage, isDue, type Reminder } from './banner-notifications'

/** Queues the reminders before the stream sends a tip. */
export function useReminders(session: SessionRecord): void {
  useReminder('email', session)
  useReminder('password', session)
  useReminder('photos', session)
}

/** Shown once when due; removed when done or on the page where it can be done. */
function useReminder(kind: Reminder, session: SessionRecord): void {
  const { pathname } = useLocation()
  const { id } = session
  const due = session.status === memberStatus.active && isDue[kind](session)
  const there = isAtReminderPage(kind, pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown again to a different member.
  useEffect(() => {
    if (due) dispatchBanner({ do: 'add', item: { kind } })
    return () => dispatchBanner({ do: 'drop', those: (notification) => notification.kind === kind })
  }, [id, kind, due])
  useEffect(() => {
    if (there) dispatchBanner({ do: 'drop', those: (notification) => notification.kind === kind })
  }, [kind, there])
}
