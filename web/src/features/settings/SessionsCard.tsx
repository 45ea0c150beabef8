import { deviceLabel, isPhone } from '@rosella/contract/access/device-labels'
import { sentences } from '@rosella/contract/sentences'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useEffect, useRef, useState } from 'react'
import { TimeAgo } from '../../platform/TimeAgo'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { SettingsCard } from '../../ui/SettingsCard'
import { Skeleton } from '../../ui/Skeleton'
import { Tag } from '../../ui/Tag'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { LoadFailed } from './LoadFailed'
import { type OwnSession, useEndSession, useSessions } from './use-sessions'

export function SessionsCard() {
  const sessions = useSessions()
  return (
    <SettingsCard title="Sessions">
      <p className="text-muted">
        These devices are logged in to your account. If you don’t recognise one, end its session and choose a
        new password.
      </p>
      {sessions.data ? (
        <SessionList sessions={sessions.data.sessions} />
      ) : sessions.error ? (
        <LoadFailed query={sessions} />
      ) : (
        <div className="grid gap-3">
          <VisuallyHidden>{sentences.loading}</VisuallyHidden>
          <Skeleton className="petal-md h-19" />
          <Skeleton className="petal-md h-19" />
        </div>
      )}
    </SettingsCard>
  )
}

function SessionList({ sessions }: { sessions: OwnSession[] }) {
  const end = useEndSession()
  const list = useRef<HTMLUListElement>(null)
  const [asking, setAsking] = useState(false)
  const [ended, setEnded] = useState(0)
  const others = sessions.filter(({ current }) => !current)
  // This device first, then the others in the server's order, by last use.
  const shown = [...sessions.filter(({ current }) => current), ...others]

  // The focused button is gone with its session.
  useEffect(() => {
    if (ended > 0) list.current?.focus()
  }, [ended])

  function ask() {
    end.reset()
    setAsking(true)
  }

  function announce(message: string) {
    showToast('success', message)
    setEnded((count) => count + 1)
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Your sessions" className="grid gap-3 outline-none">
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending && end.variables.session_id === session.id}
            onEnd={() =>
              end.mutate(
                { session_id: session.id },
                {
                  onSuccess: () => announce('Session ended.'),
                  onError: (error) => showToast('danger', error.message),
                },
              )
            }
          />
        ))}
      </ul>
      {others.length > 1 && (
        <div>
          <Button tone="quiet" onClick={ask}>
            End all other sessions
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          end.mutate(
            { others: true },
            {
              onSuccess: () => {
                setAsking(false)
                announce('All other sessions have ended.')
              },
            },
          )
        }
        title="End all other sessions"
        confirmLabel="End them all"
        tone="ink"
        pending={end.isPending}
        error={asking && end.error?.message}
      >
        Every other device will be logged out immediately.
      </ConfirmDialog>
    </>
  )
}

type SessionRowProps = { session: OwnSession; ending: boolean; onEnd: () => void }

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { device, current, last_used_ts } = session
  const Icon = isPhone(device) ? Smartphone : Monitor
  const label = deviceLabel(device)
  return (
    <li className="petal-md flex flex-wrap items-center gap-x-4 gap-y-2 bg-sunken px-5 py-3.5">
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{label}</p>
        <p className="text-muted text-sm">
          Last used <TimeAgo at={last_used_ts * 1000} />
        </p>
      </div>
      {current ? (
        <Tag tone="gum" className="max-sm:ms-10">
          This device
        </Tag>
      ) : (
        <Button
          tone="quiet"
          pending={ending}
          onClick={onEnd}
          aria-label={`End the session on ${label}`}
          className="max-sm:ms-10"
        >
          End
        </Button>
      )}
    </li>
  )
}
