import Phone from 'lucide-react/icons/phone'
import { cx } from '../../ui/cx'
import { Outside } from './Outside'

const lines = [
  {
    name: 'Emergency',
    number: '000',
    tel: '000',
    words: 'Police, ambulance or fire, when you or someone else is in danger now.',
  },
  {
    name: '1800RESPECT',
    number: '1800 737 732',
    tel: '1800737732',
    words: 'Sexual assault, domestic and family violence counselling, day and night.',
    site: 'https://www.1800respect.org.au',
  },
  {
    name: 'eSafety',
    words: 'Online abuse, threats, or intimate pictures shared without consent: they can have them removed.',
    site: 'https://www.esafety.gov.au/report',
  },
  {
    name: 'Scamwatch',
    words: 'Report a scam, and read which ones are going around.',
    site: 'https://www.scamwatch.gov.au',
  },
]

/** Help in Australia that is not ours. */
export function HelpLines() {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {lines.map(({ name, number, tel, words, site }) => (
        <li
          key={name}
          className={cx(
            'petal-md flex flex-col gap-1 p-5',
            tel === '000' ? 'bg-ink text-paper' : 'bg-surface inset-ring inset-ring-line',
          )}
        >
          <h3 className="text-xl">{site ? <Outside href={site}>{name}</Outside> : name}</h3>
          {tel && (
            <a
              href={`tel:${tel}`}
              className="inline-flex min-h-11 items-center gap-2 self-start font-semibold"
            >
              <Phone aria-hidden="true" className="size-5" />
              <span className="underline underline-offset-3">{number}</span>
            </a>
          )}
          <p className={tel === '000' ? undefined : 'text-muted'}>{words}</p>
        </li>
      ))}
    </ul>
  )
}
