import { Link, useLocation } from 'react-router'
import { useLive } from '../platform/live'
import { Badge } from '../ui/Badge'
import { cx } from '../ui/cx'
import type { Section } from './sections'

const looks = {
  top: {
    list: 'flex items-center gap-0.5 max-sm:hidden',
    link: 'petal-sm min-h-11 gap-2 px-3.5 max-lg:flex-col max-lg:gap-0 max-lg:px-2.5 max-lg:py-1 max-lg:text-xs',
    label: '',
    // Beside the icon or above the word's end, never on them, and without a place of its own in the line.
    badge: 'absolute -end-0.5 -top-1.5 max-lg:start-1/2 max-lg:end-auto max-lg:-top-0.5 max-lg:ms-3',
  },
  bottom: {
    list: 'grid auto-cols-fr grid-flow-col',
    link: 'min-h-14 flex-col gap-0.5 px-1 pt-2 pb-1 text-xs',
    // Letters of twice the size do not fit beside each other: the icons stay, the words are read out.
    label: 'max-[18rem]:sr-only',
    badge: 'absolute start-1/2 top-1 ms-3',
  },
}

/** The sections as links with their counts; the one the address belongs to is marked. */
export function SectionLinks({ sections, place }: { sections: readonly Section[]; place: 'top' | 'bottom' }) {
  const { pathname } = useLocation()
  const alerts = useLive((live) => live.topNavAlerts)
  const look = looks[place]
  return (
    <ul className={look.list}>
      {sections.map(({ label, to, icon: Icon, paths, counter, counterLabel }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={paths.includes(pathname) ? 'page' : undefined}
            className={cx(
              'relative flex items-center justify-center font-semibold text-muted transition hover:text-ink',
              'aria-[current=page]:text-ink',
              place === 'top' && 'hover:bg-sunken aria-[current=page]:bg-sunken',
              look.link,
            )}
          >
            <Icon
              aria-hidden="true"
              className={cx('size-5.5 shrink-0', place === 'bottom' && 'size-6')}
              strokeWidth={paths.includes(pathname) ? 2.5 : 2}
            />
            <span className={look.label}>{label}</span>
            {counter && (
              <Badge
                count={alerts[counter]}
                label={counterLabel}
                className={cx('h-5! min-w-5! px-1!', look.badge)}
              />
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
