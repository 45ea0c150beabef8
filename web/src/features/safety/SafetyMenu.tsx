import BadgeCheck from 'lucide-react/icons/badge-check'
import Ban from 'lucide-react/icons/ban'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Flag from 'lucide-react/icons/flag'
import Heart from 'lucide-react/icons/heart'
import HeartOff from 'lucide-react/icons/heart-off'
import type { SafetyQuestion } from '../../platform/safety-question'
import { Menu } from '../../ui/overlays/Menu'

type SafetyMenuProps = {
  /** The accessible name: there is one on a profile and one on its conversation. */
  label: string
  notInterested: boolean
  onAsk: (question: SafetyQuestion) => void
  onInterestedAgain: () => void
  /** Where the other has no badge and was not asked this week. */
  onAskToVerify?: () => void
}

/** Ways to keep somebody at a distance, behind three dots. */
export function SafetyMenu(props: SafetyMenuProps) {
  const { label, notInterested, onAsk, onInterestedAgain, onAskToVerify } = props
  return (
    <Menu
      label={label}
      className="size-11 shrink-0 place-items-center hover:bg-sunken"
      items={[
        ...(onAskToVerify
          ? [
              {
                label: 'Ask to verify',
                hint: 'They are told that you would like verified photos.',
                icon: BadgeCheck,
                onSelect: onAskToVerify,
              },
            ]
          : []),
        notInterested
          ? {
              label: 'Interested again',
              hint: 'You may be shown them again.',
              icon: Heart,
              onSelect: onInterestedAgain,
            }
          : {
              label: 'Not interested',
              hint: 'You are not shown them any more.',
              icon: HeartOff,
              onSelect: () => onAsk({ kind: 'not-interested' }),
            },
        {
          label: 'Block user',
          hint: 'You no longer see each other.',
          icon: Ban,
          onSelect: () => onAsk({ kind: 'block' }),
        },
        {
          label: 'Report user',
          hint: 'Our team has a look. They are not told.',
          icon: Flag,
          onSelect: () => onAsk({ kind: 'report' }),
        },
      ]}
    >
      <EllipsisVertical aria-hidden="true" />
    </Menu>
  )
}
