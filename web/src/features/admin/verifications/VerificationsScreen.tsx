import { CLAIM_SECONDS } from '@rosella/contract/admin/rules'
import type { AdminVerification } from '@rosella/contract/verification/moderation'
import { poseOf } from '@rosella/contract/verification/poses'
import { refusals } from '@rosella/contract/verification/rules'
import { useQuery } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Check from 'lucide-react/icons/check'
import SkipForward from 'lucide-react/icons/skip-forward'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import Undo2 from 'lucide-react/icons/undo-2'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { CallFailed, call, type Input } from '../../../platform/api'
import { queryClient } from '../../../platform/query'
import { queryKeys } from '../../../platform/query-keys'
import { TimeAgo } from '../../../platform/TimeAgo'
import { showToast } from '../../../platform/toast'
import { Button } from '../../../ui/Button'
import { cx } from '../../../ui/cx'
import { EmptyState } from '../../../ui/EmptyState'
import { Switch } from '../../../ui/forms/Switch'
import { IconButton } from '../../../ui/IconButton'
import { PoseDrawing } from '../../../ui/member/PoseDrawing'
import { type Box, MAX_SCALE, panned, STEP, WHOLE, type Zoom, zoomed } from '../../../ui/member/zoom'
import { Banner } from '../../../ui/overlays/Banner'
import { Skeleton } from '../../../ui/Skeleton'
import { Spinner } from '../../../ui/Spinner'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { AdminPage } from '../AdminPage'
import { HeldDecisions, useHeldDecisions } from '../held-decisions'
import { KeyButton } from '../KeyButton'
import { LoadedPicture, useLoadedPictures } from '../LoadedPicture'
import { QueryResult } from '../QueryResult'
import { PHOTO_URLS_REFRESH_MS } from '../use-admin'
import { useKeys, useKeysOn } from '../use-keys'
import { dateTime } from '../when'

type Refusal = (typeof refusals)[number]['key']

interface Actions {
  approve: () => void
  refuse: (reason: Refusal) => void
  skip: () => void
  undo: () => void
}

type VerificationControlsProps = {
  actions: Actions
  isIdle: boolean
  /** Both pictures are on screen, so the request can be decided. */
  isLoaded: boolean
  mayApprove: boolean
  mayUndo: boolean
  /** The result of the last action. */
  result: string
  keysOn: boolean
  onKeysOn: (on: boolean) => void
}

/** The buttons with their keys, always in the same place. */
export function VerificationControls(props: VerificationControlsProps) {
  const { actions, isIdle, isLoaded, mayApprove, mayUndo, result, keysOn, onKeysOn } = props
  const key = (letter: string) => (keysOn ? letter : undefined)
  return (
    <section aria-label="Decide" className="grid content-start gap-2">
      <KeyButton
        letter={key('A')}
        icon={Check}
        onClick={actions.approve}
        disabled={!isLoaded || !mayApprove}
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
              disabled={!isLoaded}
              title={text}
            >
              {label}
            </KeyButton>
          </li>
        ))}
      </ul>
      <div className="grid gap-1 pt-2">
        <KeyButton letter={key('S')} icon={SkipForward} onClick={actions.skip} disabled={isIdle}>
          Skip
        </KeyButton>
        <KeyButton letter={key('U')} icon={Undo2} onClick={actions.undo} disabled={!mayUndo}>
          Undo
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

type StageProps = {
  verification: AdminVerification
  pictures: ReturnType<typeof useLoadedPictures>
  /** A picture could not be loaded. */
  onRetry: () => void
  keysOn: boolean
}

/** Everything a moderator needs to see for one decision. */
export function VerificationStage(props: StageProps) {
  const { verification, ...rest } = props
  const { member_id, username, created_ts, until_ts, first, alike } = verification
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
              {`Selfie ${frame + 1} looks like ${other === member_id ? 'one of their own photos' : `a photo of member ${other}`} (${distance} of 256 bits differ).`}
            </p>
          ))}
        </Banner>
      )}
      <Comparison verification={verification} name={name} {...rest} />
    </div>
  )
}

/** A selfie and a photo side by side, enlarged and moved in step. */
function Comparison({ verification, name, pictures, onRetry, keysOn }: StageProps & { name: string }) {
  const { frames, photos } = verification
  const [frameAt, setFrameAt] = useState(0)
  const [photoAt, setPhotoAt] = useState(0)
  const [zoom, setZoom] = useState(WHOLE)
  const [frame, photo] = [frames[frameAt], photos[photoAt]]
  const pane = useRef<HTMLDivElement>(null)
  // Both panes have the same size.
  const box = (): Box => pane.current?.getBoundingClientRect() ?? { width: 0, height: 0 }
  const change = (next: (zoom: Zoom, box: Box) => Zoom) => setZoom((last) => next(last, box()))
  const enlarge = (factor: number) => change((last, area) => zoomed(last, factor, { x: 0, y: 0 }, area))
  const turn = (at: number, step: number, count: number) => (count === 0 ? 0 : (at + step + count) % count)
  useKeys(
    {
      '+': () => enlarge(KEY_STEP),
      '=': () => enlarge(KEY_STEP),
      '-': () => enlarge(1 / KEY_STEP),
      '0': () => setZoom(WHOLE),
      f: () => setFrameAt(turn(frameAt, 1, frames.length)),
      arrowleft: () => setPhotoAt(turn(photoAt, -1, photos.length)),
      arrowright: () => setPhotoAt(turn(photoAt, 1, photos.length)),
    },
    keysOn,
  )
  const drawing = frame && poseOf(frame.pose)
  const enlarged = (src: string, alt: string) => (
    <Enlarged src={src} alt={alt} zoom={zoom} pictures={pictures} onRetry={onRetry} />
  )
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-2 sm:gap-4">
        <Pane ref={pane} zoom={zoom} onZoom={change}>
          {frame && enlarged(frame.lg_url, `Selfie, pose ${frameAt + 1}, enlarged`)}
        </Pane>
        <Pane zoom={zoom} onZoom={change}>
          {photo && enlarged(photo.lg_url, `Photo ${photoAt + 1} of ${name}, enlarged`)}
        </Pane>
      </div>
      <div className="flex items-center gap-2">
        {drawing && (
          <PoseDrawing
            hands={drawing.hands}
            tilted={drawing.tilted}
            className="petal-md w-14 shrink-0 bg-surface text-ink inset-ring inset-ring-line sm:w-20"
          />
        )}
        <p className="min-w-0 flex-1 font-semibold">{frame?.words}</p>
        <IconButton
          label="Zoom out"
          title="Zoom out (-)"
          icon={ZoomOut}
          disabled={zoom.scale === 1}
          onClick={() => enlarge(1 / KEY_STEP)}
        />
        <IconButton
          label="Zoom in"
          title="Zoom in (+)"
          icon={ZoomIn}
          disabled={zoom.scale === MAX_SCALE}
          onClick={() => enlarge(KEY_STEP)}
        />
      </div>
      <div className="grid grid-cols-2 gap-2 sm:gap-4">
        <Thumbs
          title="Selfies"
          hint={keysOn ? 'F: the other one' : undefined}
          at={frameAt}
          onChoose={setFrameAt}
          pictures={frames.map(({ lg_url, pose }, n) => ({
            key: pose,
            src: lg_url,
            alt: `Selfie, pose ${n + 1}`,
          }))}
        />
        <Thumbs
          title="Approved photos"
          hint={keysOn ? '← →: the others' : undefined}
          at={photoAt}
          onChoose={setPhotoAt}
          pictures={photos.map(({ filename, lg_url }, n) => ({
            key: filename,
            src: lg_url,
            alt: n === 0 ? `Main photo of ${name}` : `Photo ${n + 1} of ${name}`,
          }))}
        />
      </div>
    </div>
  )
}

const KEY_STEP = 1.5

type PaneProps = {
  ref?: RefObject<HTMLDivElement | null>
  zoom: Zoom
  onZoom: (next: (zoom: Zoom, box: Box) => Zoom) => void
  children: ReactNode
}

/** Dragging moves both pictures; a double click, or a pinch on a touchpad, enlarges both around the pointer. */
function Pane({ ref, zoom, onZoom, children }: PaneProps) {
  const own = useRef<HTMLDivElement>(null)
  const fromMiddle = (event: { clientX: number; clientY: number; currentTarget: EventTarget | null }) => {
    const { left, top, width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
  }
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    const at = fromMiddle(event)
    onZoom((last, box) => zoomed(last, Math.exp(-event.deltaY / 100), at, box))
  })
  useEffect(() => {
    // React's own listener could not keep the page from zooming too.
    const element = own.current
    const watch = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', watch, { passive: false })
    return () => element?.removeEventListener('wheel', watch)
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons and keys do the same.
    <div
      ref={(element) => {
        own.current = element
        if (ref) ref.current = element
      }}
      onPointerDown={(event) => zoom.scale > 1 && event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const by = { x: event.movementX, y: event.movementY }
        onZoom((last, box) => panned(last, by, box))
      }}
      onDoubleClick={(event) => {
        const at = fromMiddle(event)
        onZoom((last, box) => (last.scale > 1 ? WHOLE : zoomed(last, STEP, at, box)))
      }}
      className={cx(
        'petal relative grid aspect-3/4 max-h-[70dvh] w-full select-none overflow-hidden bg-sunken',
        zoom.scale > 1 && 'cursor-move touch-none',
      )}
    >
      {children}
    </div>
  )
}

type EnlargedProps = Pick<StageProps, 'pictures' | 'onRetry'> & { src: string; alt: string; zoom: Zoom }

function Enlarged({ src, alt, zoom, pictures, onRetry }: EnlargedProps) {
  const state = pictures.stateOf(src)
  return (
    <>
      {state === undefined && <Spinner label="Loading" className="m-auto" />}
      {state === 'failed' && (
        <div className="m-auto grid justify-items-center gap-3 p-3 text-center">
          <p>This picture couldn’t be loaded.</p>
          <Button tone="quiet" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      <LoadedPicture
        key={src}
        src={src}
        alt={alt}
        onState={pictures.onState}
        draggable={false}
        style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        className={cx('absolute inset-0 size-full object-contain', state === 'failed' && 'invisible')}
      />
    </>
  )
}

type ThumbsProps = {
  title: string
  hint: string | undefined
  at: number
  onChoose: (at: number) => void
  pictures: readonly { key: string; src: string; alt: string }[]
}

function Thumbs({ title, hint, at, onChoose, pictures }: ThumbsProps) {
  const id = useId()
  return (
    <div className="grid content-start gap-1.5">
      <h2 id={id} className="flex flex-wrap items-baseline gap-x-2 text-base">
        {title}
        {hint && (
          <span className="font-normal font-sans text-muted text-xs pointer-coarse:hidden">{hint}</span>
        )}
      </h2>
      <ul aria-labelledby={id} className="flex flex-wrap gap-2">
        {pictures.map(({ key, src, alt }, n) => (
          <li key={key}>
            <button
              type="button"
              aria-pressed={n === at}
              onClick={() => onChoose(n)}
              className="petal-sm block w-14 overflow-hidden bg-sunken aria-pressed:outline-3 aria-pressed:outline-ink aria-pressed:outline-offset-2 sm:w-18"
            >
              <img src={src} alt={alt} className="aspect-4/5 size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface Decision {
  id: number
  name: string
  input: Input<'POST /api/admin/verification-decision'>
}

const queryKey = queryKeys.adminCall('verification-claim')
const isDecidedElsewhere = ({ status, code }: CallFailed) => status === 404 || code === 'verification.claimed'

/** Outlives the screen, so that a decision that was just sent does not reappear. */
const decisions = new HeldDecisions<Decision>(async ({ name, input }) => {
  try {
    const { waits } = await call('POST /api/admin/verification-decision', input, { keepalive: true })
    if (waits) showToast('info', `A second moderator will look at ${name} too.`)
    return true
  } catch (error) {
    showToast('danger', `${name}: ${error instanceof Error ? error.message : String(error)}`)
    return error instanceof CallFailed && isDecidedElsewhere(error)
  } finally {
    // Once the held decisions know the result.
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: queryKeys.admin }))
  }
})

/** Selfies with the time at which their URLs were signed. */
type Claimed = AdminVerification & { signed_ms: number }
type Queue = { items: readonly Claimed[]; waiting: number; isLast: boolean }

const COUNT = 5
/** More are claimed when fewer are left, so that the next pictures have loaded when they are needed. */
const LOW = 3
/** Claims are renewed well before they expire. */
const RENEW_MS = (CLAIM_SECONDS / 2) * 1000
/** The API accepts at most this many ids. */
const IDS_MAX = 200
const idsOf = (some: readonly { id: number }[]) => some.map(({ id }) => id).slice(-IDS_MAX)

/**
 * Selfies that are already here keep their place, so that a key decides about those that were on screen, and their URLs,
 * because pictures with a new signature would load again. Decided ones stay, because they can be undone or refused.
 */
async function claimNext(skipped: readonly number[], before: readonly Claimed[]): Promise<Queue> {
  const { held, sent } = decisions.get()
  const keep = idsOf([...sent, ...held])
  const skip = skipped.slice(-IDS_MAX)
  const reply = await call('POST /api/admin/verification-claim', { count: COUNT, skip, keep })
  const signed_ms = Date.now()
  const fresh = new Map(reply.items.map((item) => [item.id, { ...item, signed_ms }]))
  const known = before.flatMap((old) => {
    const item = fresh.get(old.id)
    if (!item) return keep.includes(old.id) ? [old] : []
    fresh.delete(old.id)
    const isSame = item.photos.map(nameOf).join() === old.photos.map(nameOf).join()
    if (!isSame || signed_ms - old.signed_ms > PHOTO_URLS_REFRESH_MS) return [item]
    return [{ ...item, frames: old.frames, photos: old.photos, signed_ms: old.signed_ms }]
  })
  const isLast = reply.items.length < COUNT
  return { items: [...known, ...fresh.values()], waiting: reply.waiting, isLast }
}

const nameOf = ({ filename }: { filename: string }) => filename

/** Compares selfies with photos, one member at a time, decided with single keys. */
export function VerificationsScreen() {
  const [skipped, setSkipped] = useState<readonly number[]>([])
  const { held, sent } = useHeldDecisions(decisions)
  const query = useQuery({
    queryKey,
    queryFn: () => claimNext(skipped, queryClient.getQueryData<Queue>(queryKey)?.items ?? []),
    refetchInterval: RENEW_MS,
    // Leaving the screen releases the claims.
    gcTime: 0,
  })
  const isDecided = ({ id }: Claimed) => [...held, ...sent].some((one) => one.id === id)
  const isSkipped = ({ id }: Claimed) => skipped.includes(id)
  const mine = (query.data?.items ?? []).filter((item) => !isDecided(item))
  const next = mine.filter((item) => !isSkipped(item))
  const items = [...next, ...mine.filter(isSkipped)]
  const isLow = query.data?.isLast === false && next.length < LOW
  const { refetch } = query
  useEffect(() => {
    if (isLow) void refetch()
  }, [isLow, refetch])
  const release = useEffectEvent(() => {
    const skip = idsOf(mine)
    if (skip.length > 0)
      void call('POST /api/admin/verification-claim', { count: 0, skip }, { keepalive: true }).catch(() => {})
  })
  useEffect(() => {
    const leave = () => release()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  const waiting = (query.data?.waiting ?? 0) - held.length
  return (
    <AdminPage title="Verifications" aside={items.length > 0 && `${waiting} waiting`}>
      <QueryResult query={query} skeleton={<Skeleton className="petal h-[min(40rem,70dvh)]" />}>
        {() => (
          <Desk
            items={items}
            waiting={waiting}
            held={held}
            isClaiming={isLow}
            onRetry={() => void queryClient.resetQueries({ queryKey })}
            onSkip={(id) => setSkipped([...skipped.filter((other) => other !== id), id])}
          />
        )}
      </QueryResult>
    </AdminPage>
  )
}

type DeskProps = {
  /** The first one is on screen. */
  items: readonly AdminVerification[]
  waiting: number
  held: readonly Decision[]
  /** More are on their way. */
  isClaiming: boolean
  onRetry: () => void
  onSkip: (id: number) => void
}

function Desk({ items, waiting, held, isClaiming, onRetry, onSkip }: DeskProps) {
  const [result, setResult] = useState('')
  const [keysOn, setKeysOn] = useKeysOn()
  const pictures = useLoadedPictures()
  const [first, next] = items
  const isSeen = (all: readonly { lg_url: string }[]) =>
    all.some(({ lg_url }) => pictures.stateOf(lg_url) === 'loaded')
  // Only the two on screen are loaded.
  const isLoaded =
    first !== undefined && isSeen(first.frames) && (isSeen(first.photos) || first.photos.length === 0)

  function decide(approved: boolean, reason?: Refusal) {
    if (!first || !isLoaded) return
    const name = first.username ?? 'an unnamed member'
    decisions.hold({ id: first.id, name, input: { id: first.id, approved, ...(reason ? { reason } : {}) } })
    setResult(reason ? `${name}: refused, ${reasonLabel(reason).toLowerCase()}.` : `${name}: verified.`)
  }
  const actions = {
    approve: () => first && !first.photos_changed && decide(true),
    refuse: (key: Refusal) => decide(false, key),
    skip: () => first && onSkip(first.id),
    undo: () => {
      const last = held.at(-1)
      if (!last) return
      decisions.undo(last)
      setResult(`${last.name}: back in the queue.`)
    },
  }
  const numbers = refusals.map(({ key }, n) => [String(n + 1), () => actions.refuse(key)] as const)
  useKeys({ a: actions.approve, s: actions.skip, u: actions.undo, ...Object.fromEntries(numbers) }, keysOn)

  return (
    <div className="grid flex-1 content-start gap-5 lg:grid-cols-[minmax(0,1fr)_17.5rem]">
      {first ? (
        <VerificationStage
          key={first.id}
          verification={first}
          pictures={pictures}
          onRetry={onRetry}
          keysOn={keysOn}
        />
      ) : isClaiming ? (
        <Skeleton className="petal h-[min(40rem,70dvh)]" />
      ) : (
        <EmptyState title="No selfies to review" icon={BadgeCheck}>
          {waiting > 0
            ? 'Another moderator has the rest, or has to decide about them.'
            : 'New ones appear here automatically.'}
        </EmptyState>
      )}
      {[next?.frames[0], next?.photos[0]].map(
        (picture) => picture && <img key={picture.lg_url} src={picture.lg_url} alt="" hidden />,
      )}
      <VerificationControls
        actions={actions}
        isIdle={!first}
        isLoaded={isLoaded}
        mayApprove={first?.photos_changed === false}
        mayUndo={held.length > 0}
        result={held.length > 0 ? `${result} You can undo this for 10 seconds.` : result}
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
