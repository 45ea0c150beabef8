import Phone from 'lucide-react/icons/phone'
import { cx } from '../../ui/cx'
import { ExternalLink } from './ExternalLink'

const lines = [
  {
    name: 'Emergency',
    number: '000',
    tel: '000',
    text: 'Police, ambulance or fire, if you or someone else is in danger now.',
  },
  {
    name: '1800RESPECT',
    number: '1800 737 732',
    tel: '1800737732',
    text: 'Counselling for sexual assault and domestic and family violence, day and night.',
    site: 'https://www.1800respect.org.au',
  },
  {
    name: 'eSafety',
    text: 'Online abuse, threats, or intimate images shared without consent. They can have them removed.',
    site: 'https://www.esafety.gov.au/report',
  },
  {
    name: 'Scamwatch',
    text: 'Report a scam, and see which ones are going around.',
    site: 'https://www.scamwatch.gov.au',
  },
]

/** Australian help services that are independent of us. */
export function HelpLines() {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {lines.map(({ name, number, tel, text, site }) => (
        <li
          key={name}
          className={cx(
            'petal-md flex flex-col gap-1 p-5',
            tel === '000' ? 'bg-ink text-paper' : 'bg-surface inset-ring inset-ring-line',
          )}
        >
          <h3 className="text-xl">{site ? <ExternalLink href={site}>{name}</ExternalLink> : name}</h3>
          {tel && (
            <a
              href={`tel:${tel}`}
              className="inline-flex min-h-11 items-center gap-2 self-start font-semibold"
            >
              <Phone aria-hidden="true" className="size-5" />
              <span className="underline underline-offset-3">{number}</span>
            </a>
          )}
          <p className={tel === '000' ? undefined : 'text-muted'}>{text}</p>
        </li>
      ))}
    </ul>
  )
}
