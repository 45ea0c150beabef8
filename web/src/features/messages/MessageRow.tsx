import { preview } from '@rosella/contract/messages/rules'
import type { CompactMessage, UserSummary } from '@rosella/contract/messages/shapes'
import { countryName } from '@rosella/contract/places/country-name'
import { sentences } from '@rosella/contract/sentences'
import type { LucideIcon } from 'lucide-react'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Camera from 'lucide-react/icons/camera'
import Flower2 from 'lucide-react/icons/flower-2'
import Heart from 'lucide-react/icons/heart'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import Star from 'lucide-react/icons/star'
import { Link, useNavigate } from 'react-router'
import { avatarPhoto } from '../../format/photo-source'
import { verifiedOn } from '../../format/verified-on'
import { useLive } from '../../platform/live/live'
import { TimeAgo } from '../../platform/TimeAgo'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { Avatar } from '../../ui/member/Avatar'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { ReadReceipt } from './Bubble'
import { activityOf, type Row } from './overview'

interface MessageRowProps {
  row: Row
  onDelete: () => void
  /** The message is being deleted. */
  dimmed: boolean
  /** The address of the conversation next to the list, on a wide screen. Otherwise the row links to the profile's chat. */
  beside: string | undefined
  isOpen: boolean
}

/** One partner and the latest message. A click opens the conversation, a double click the profile. */
export function MessageRow({ row, onDelete, dimmed, beside, isOpen }: MessageRowProps) {
  const { message, partner, unsent } = row
  const known = row.message ? row.partner : undefined
  const navigate = useNavigate()
  const online = useLive((live) => live.usersOnline.has(partner.id))
  const unread = message !== undefined && !message.st && !message.rd
  const place = [known?.ct, known?.cr && countryName(known.cr)].filter(Boolean).join(', ')
  const isOwn = message?.st ?? true
  const action = isOwn ? 'Delete' : 'Remove'
  return (
    <li
      onDoubleClick={beside === undefined ? undefined : () => void navigate(`/${partner.uh}`)}
      className={cx(
        'petal-md relative flex items-center gap-3 p-3 transition duration-350 hover:bg-sunken @lg:gap-5 @lg:px-4',
        isOpen && 'bg-sunken',
        dimmed && 'pointer-events-none opacity-40',
      )}
      aria-busy={dimmed || undefined}
    >
      <Avatar
        name={partner.un}
        photo={partner.ph ? avatarPhoto(partner.ph, partner.phs) : null}
        size="large"
        online={online}
      />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <div className="flex items-baseline gap-3">
          <Link
            to={beside ?? `/${partner.uh}#messages`}
            state={{ back: true }}
            preventScrollReset={beside !== undefined}
            aria-current={isOpen || undefined}
            data-keep-focus
            className="petal-md min-w-0 truncate font-bold font-display text-lg after:absolute after:inset-0"
          >
            <bdi>{partner.un}</bdi>
            {known && <span className="font-medium">, {known.ag}</span>}
          </Link>
          {known?.fv && <Favourite />}
          <span className="ms-auto shrink-0 text-muted text-xs @lg:text-sm">
            <TimeAgo at={activityOf(row) * 1000} />
          </span>
        </div>
        {known && (
          <div className="flex flex-wrap items-center gap-x-4 text-muted text-sm">
            <span className="truncate">{place}</span>
            <Facts partner={known} />
          </div>
        )}
        {known?.scam_warning && (
          <p className="flex items-start gap-1.5 font-semibold text-on-wattle-soft text-sm">
            <span className="petal-sm inline-flex items-start gap-1.5 bg-wattle-soft px-2 py-0.5">
              <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {known.pictures_warning ? sentences.picturesWarning : sentences.scamWarning}
            </span>
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3">
          <p
            className={cx(
              // In a narrow list the text wraps around the icon.
              'min-w-0 flex-1 basis-24 @lg:flex @lg:items-center @lg:gap-1.5',
              unread ? 'font-semibold' : 'text-muted',
            )}
          >
            {unread && (
              <span className="inline-block size-2.5 shrink-0 rounded-full bg-wattle inset-ring inset-ring-ink/40 @max-lg:me-1.5">
                <VisuallyHidden>Unread</VisuallyHidden>
              </span>
            )}
            {message && <Latest message={message} />}
          </p>
          <Button
            tone="bare"
            onClick={onDelete}
            pending={dimmed}
            className="relative -my-1 -me-2 px-3 text-muted text-sm"
            aria-label={`${action} message ${isOwn ? 'to' : 'from'} ${partner.un}`}
          >
            {action}
          </Button>
        </div>
        {unsent && (
          <p className="flex items-center gap-1.5 text-muted text-sm">
            <span
              className={cx(
                'shrink-0 font-semibold',
                unsent.state === 'not-sent' ? 'text-danger' : 'text-ink',
              )}
            >
              {unsent.state === 'not-sent' ? sentences.notSent : 'Draft'}:
            </span>
            <span dir="auto" className="truncate">
              {preview(unsent.text)}
            </span>
          </p>
        )}
      </div>
    </li>
  )
}

const Latest = ({ message }: { message: CompactMessage }) => (
  <>
    {message.st && (
      <ReadReceipt state={message.rd ? 'read' : 'sent'} className="@max-lg:me-1.5 @max-lg:inline-block" />
    )}
    <span dir="auto" className="wrap-anywhere @lg:truncate">
      {preview(message.t)}
    </span>
    {message.reactions?.map(({ by, emoji }) => (
      <span key={by} className="ms-1.5">
        {emoji}
      </span>
    ))}
  </>
)

const Favourite = () => (
  <span title="Favourite" className="self-center">
    <Star aria-hidden="true" className="size-4.5 fill-wattle text-ink" strokeWidth={1.5} />
    <VisuallyHidden>Favourite</VisuallyHidden>
  </span>
)

interface Fact {
  icon: LucideIcon
  label: string
  /** Shown next to the icon. */
  count?: number
  shown: boolean
}

/** Roses show a count only when there is more than one. */
function partnerFacts({ m, rl, rr, ch, ap, ndp, vf }: UserSummary): Fact[] {
  return [
    { icon: BadgeCheck, label: vf === null ? '' : `Verified. ${verifiedOn(vf)}`, shown: vf !== null },
    { icon: HeartHandshake, label: 'You like each other', shown: m },
    { icon: Heart, label: 'Likes you', shown: rl && !m },
    { icon: Flower2, label: `Roses received: ${rr}`, count: rr > 1 ? rr : undefined, shown: rr > 0 },
    { icon: MessageCircle, label: `Messages: ${ch}`, count: ch, shown: ch > 0 },
    { icon: Camera, label: `Photos: ${ap}`, count: ap, shown: ap > 0 },
    { icon: MessageSquareQuote, label: `Discussion prompts: ${ndp}`, count: ndp, shown: ndp > 0 },
  ].filter(({ shown }) => shown)
}

const affection = new Set<LucideIcon>([HeartHandshake, Heart])

const Facts = ({ partner }: { partner: UserSummary }) => (
  <ul className="flex flex-wrap items-center gap-x-3">
    {partnerFacts(partner).map(({ icon: Icon, label, count }) => (
      <li key={label} title={label} className="inline-flex items-center gap-1 text-xs tabular-nums">
        <Icon aria-hidden="true" className={cx('size-4', affection.has(Icon) && 'text-waratah')} />
        {count !== undefined && <span aria-hidden="true">{count}</span>}
        <VisuallyHidden>{label}</VisuallyHidden>
      </li>
    ))}
  </ul>
)
