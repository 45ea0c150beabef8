import { Link } from 'react-router'
import { ThemeSwitch } from './ThemeSwitch'

const pages = [
  { to: '/safety', label: 'Safety' },
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
]

/** Links to the legal pages, and the theme switch. */
export function SmallPrint() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <ul className="-ms-2 flex flex-wrap text-muted text-sm">
        {pages.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="petal-sm flex min-h-11 items-center px-2 font-semibold underline-offset-4 hover:text-ink hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <ThemeSwitch />
    </div>
  )
}
