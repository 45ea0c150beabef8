import BadgeCheck from 'lucide-react/icons/badge-check'
import Ban from 'lucide-react/icons/ban'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Flag from 'lucide-react/icons/flag'
import Heart from 'lucide-react/icons/heart'
import HeartOff from 'lucide-react/icons/heart-off'
import type { SafetyQuestion } from '../../platform/safety-question'
import { Menu } from '../../ui/overlays/Menu'

type SafetyMenuProps = {
  /** The accessible name, different on the profile and in the conversation. */
  label: string
  notInterested: boolean
  onAsk: (question: SafetyQuestion) => void
  onNotInterested: () => void
  onInterestedAgain: () => void
  /** Undefined if the other member is verified or was asked this week. */
  onAskToVerify?: () => void
}

/** Not interested, block and report, behind three dots. */
export function SafetyMenu(props: SafetyMenuProps) {
  const { label, notInterested, onAsk, onNotInterested, onInterestedAgain, onAskToVerify } = props
  return (
    <Menu
      label={label}
      className="size-11 shrink-0 place-items-center hover:bg-sunken"
      items={[
        ...(onAskToVerify
          ? [
              {
                label: 'Ask to verify',
                hint: 'We’ll let them know that you’d like verified photos.',
                icon: BadgeCheck,
                onSelect: onAskToVerify,
              },
            ]
          : []),
        notInterested
          ? {
              label: 'Interested again',
              hint: 'You may see them again.',
              icon: Heart,
              onSelect: onInterestedAgain,
            }
          : {
              label: 'Not interested',
              hint: 'You won’t see them any more, and neither of you can write.',
              icon: HeartOff,
              onSelect: onNotInterested,
            },
        {
          label: 'Block user',
          hint: 'You won’t see each other any more.',
          icon: Ban,
          onSelect: () => onAsk({ kind: 'block' }),
        },
        {
          label: 'Report user',
          hint: 'Our team will take a look. They won’t be notified.',
          icon: Flag,
          onSelect: () => onAsk({ kind: 'report' }),
        },
      ]}
    >
      <EllipsisVertical aria-hidden="true" />
    </Menu>
  )
}
