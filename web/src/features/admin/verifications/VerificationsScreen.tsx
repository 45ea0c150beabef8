import type { AdminVerification } from '@rosella/contract/verification/moderation'
import { poseOf } from '@rosella/contract/verification/poses'
import { refusals } from '@rosella/contract/verification/rules'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Check from 'lucide-react/icons/check'
import SkipForward from 'lucide-react/icons/skip-forward'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import { useState } from 'react'
import { Link } from 'react-router'
import { TimeAgo } from '../../../platform/TimeAgo'
import { EmptyState } from '../../../ui/EmptyState'
import { Switch } from '../../../ui/forms/Switch'
import { PoseDrawing } from '../../../ui/member/PoseDrawing'
import { Banner } from '../../../ui/overlays/Banner'
import { Skeleton } from '../../../ui/Skeleton'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { AdminPage } from '../AdminPage'
import { KeyButton } from '../KeyButton'
import { QueryResult } from '../QueryResult'
import { PHOTO_URLS_REFRESH_MS, useAdminAction, useAdminQuery } from '../use-admin'
import { useKeys, useKeysOn } from '../use-keys'
import { dateTime } from '../when'

interface Actions {
  approve: () => void
  refuse: (reason: (typeof refusals)[number]['key']) => void
  skip: () => void
}

type VerificationControlsProps = {
  actions: Actions
  isIdle: boolean
  mayApprove: boolean
  /** The result of the last action. */
  result: string
  keysOn: boolean
  onKeysOn: (on: boolean) => void
}

/** The buttons with their keys, always in the same place. */
export function VerificationControls(props: VerificationControlsProps) {
  const { actions, isIdle, mayApprove, result, keysOn, onKeysOn } = props
  const key = (letter: string) => (keysOn ? letter : undefined)
  return (
    <section aria-label="Decide" className="grid content-start gap-2">
      <KeyButton
        letter={key('A')}
        icon={Check}
        onClick={actions.approve}
        disabled={isIdle || !mayApprove}
        tone="gum"
      >
        Same person, correct poses
      </KeyButton>
      <h2 className="pt-2 text-base" id="refuse-because">
        Refuse because
      </h2>
      <ul aria-labelledby="refuse-because" className="grid gap-1 sm:max-lg:grid-cols-2">
        {refusals.map(({ key: reason, label, text }, n) => (
          <li key={reason}>
            <KeyButton
              letter={key(String(n + 1))}
              onClick={() => actions.refuse(reason)}
              disabled={isIdle}
              title={text}
            >
              {label}
            </KeyButton>
          </li>
        ))}
      </ul>
      <div className="pt-2">
        <KeyButton letter={key('S')} icon={SkipForward} onClick={actions.skip} disabled={isIdle}>
          Skip
        </KeyButton>
      </div>
      <p className="min-h-5.5 px-1 text-muted">{result}</p>
      <div className="pointer-coarse:hidden">
        <Switch label="Keyboard shortcuts" checked={keysOn} onChange={onKeysOn} />
      </div>
    </section>
  )
}

const reasonLabel = (key: string): string => refusals.find((refusal) => refusal.key === key)?.label ?? key

/** The selfies with the poses that were requested, and below them the photos to compare. */
export function VerificationStage({ verification }: { verification: AdminVerification }) {
  const { member_id, username, created_ts, until_ts, frames, photos, first, alike } = verification
  const name = username ?? `Member ${member_id}`
  return (
    <div className="grid min-w-0 content-start gap-4">
      <p className="text-muted">
        <Link
          to={`/admin/members/${member_id}`}
          className="font-semibold text-ink underline underline-offset-4"
        >
          {name}
        </Link>
        , sent <TimeAgo at={created_ts * 1000} />. Deleted once decided, or by {dateTime(until_ts)}.
      </p>
      {first && (
        <Banner tone="wattle" icon={UserRoundCheck}>
          {`${first.moderator ?? 'A colleague'} would refuse this: ${reasonLabel(first.reason)}. Yours is the second opinion, and it’s final.`}
        </Banner>
      )}
      {verification.photos_changed && (
        <Banner tone="wattle" icon={TriangleAlert}>
          The main photo has changed since these selfies were sent, so they can’t verify it.
        </Banner>
      )}
      {alike.length > 0 && (
        <Banner tone="wattle" icon={TriangleAlert}>
          {alike.map(({ frame, member_id: other, distance }) => (
            <p key={`${frame} ${other}`}>
              {`Selfie ${frame + 1} looks like ${other === member_id ? 'one of their own photos' : `a photo of member ${other}`} (${distance} of 64 bits differ).`}
            </p>
          ))}
        </Banner>
      )}
      <ul aria-label="Selfies" className="grid gap-4 sm:grid-cols-2">
        {frames.map(({ lg_url, pose, words }, n) => {
          const drawing = poseOf(pose)
          return (
            <li key={pose} className="grid content-start gap-2">
              <div className="petal relative grid aspect-4/3 overflow-hidden bg-sunken">
                <img src={lg_url} alt={`Selfie, pose ${n + 1}`} className="size-full object-contain" />
                {drawing && (
                  <PoseDrawing
                    hands={drawing.hands}
                    tilted={drawing.tilted}
                    className="petal-md absolute end-2 bottom-2 w-20 bg-surface/90 text-ink"
                  />
                )}
              </div>
              <p className="font-semibold">{words}</p>
            </li>
          )
        })}
      </ul>
      <h2 className="text-lg">Approved photos</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-3">
        {photos.map(({ filename, lg_url }, n) => (
          <li key={filename}>
            <img
              src={lg_url}
              alt={n === 0 ? `Main photo of ${name}` : `Photo of ${name}`}
              className="petal-md aspect-4/5 w-full bg-sunken object-contain"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Compares selfies with photos, one member at a time, decided with single keys. */
export function VerificationsScreen() {
  const read = useAdminQuery('GET /api/admin/verifications', {}, { refetchInterval: PHOTO_URLS_REFRESH_MS })
  return (
    <AdminPage
      title="Verifications"
      aside={read.data && read.data.items.length > 0 && `${read.data.items.length} waiting`}
    >
      <QueryResult query={read} skeleton={<Skeleton className="petal h-[min(40rem,70dvh)]" />}>
        {({ items }) => <Desk items={items} />}
      </QueryResult>
    </AdminPage>
  )
}

function Desk({ items }: { items: readonly AdminVerification[] }) {
  const [skipped, setSkipped] = useState<readonly number[]>([])
  const [result, setResult] = useState('')
  const [keysOn, setKeysOn] = useKeysOn()
  const decision = useAdminAction('POST /api/admin/verification-decision')
  const mine = items.filter(({ own, first }) => !own && !first?.own)
  const [first] = [
    ...mine.filter(({ id }) => !skipped.includes(id)),
    ...mine.filter(({ id }) => skipped.includes(id)),
  ]
  const others = items.length - mine.length

  function decide(approved: boolean, reason?: (typeof refusals)[number]['key']) {
    if (!first || decision.isPending) return
    const name = first.username ?? 'an unnamed member'
    decision.mutate(
      { id: first.id, approved, ...(reason ? { reason } : {}) },
      {
        onSuccess: ({ waits }) =>
          setResult(
            approved
              ? `Verified ${name}.`
              : waits
                ? `Noted. A second moderator will look at ${name} too.`
                : `Refused ${name}.`,
          ),
      },
    )
  }
  const actions = {
    approve: () => first && !first.photos_changed && decide(true),
    refuse: (key: (typeof refusals)[number]['key']) => decide(false, key),
    skip: () => first && setSkipped([...skipped.filter((id) => id !== first.id), first.id]),
  }
  const numbers = refusals.map(({ key }, n) => [String(n + 1), () => actions.refuse(key)] as const)
  useKeys({ a: actions.approve, s: actions.skip, ...Object.fromEntries(numbers) }, keysOn)

  return (
    <div className="grid flex-1 content-start gap-5 lg:grid-cols-[minmax(0,1fr)_17.5rem]">
      {first ? (
        <VerificationStage key={first.id} verification={first} />
      ) : (
        <EmptyState title="No selfies to review" icon={BadgeCheck}>
          {others > 0 ? 'The rest need a second moderator.' : 'New ones appear here automatically.'}
        </EmptyState>
      )}
      <VerificationControls
        actions={actions}
        isIdle={!first || decision.isPending}
        mayApprove={first?.photos_changed === false}
        result={result}
        keysOn={keysOn}
        onKeysOn={setKeysOn}
      />
      <VisuallyHidden>
        <span role="status">
          {[result, first && `Selfies of ${first.username ?? 'an unnamed member'}`].filter(Boolean).join(' ')}
        </span>
      </VisuallyHidden>
    </div>
  )
}
