import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { cx } from '../cx'
import { VisuallyHidden } from '../VisuallyHidden'

const advice: { label: string; met: (password: string) => boolean }[] = [
  { label: '8 or more characters', met: (password) => password.length >= 8 },
  {
    label: 'Upper and lower case letters',
    met: (password) => /[a-z]/.test(password) && /[A-Z]/.test(password),
  },
  { label: 'A digit', met: (password) => /\d/.test(password) },
  { label: 'A special character', met: (password) => /[^A-Za-z0-9]/.test(password) },
]

/** Advice only, never enforced. */
export function StrengthChecklist({ password }: { password: string }) {
  return (
    <ul aria-label="A strong password has" className="grid gap-1 text-sm sm:grid-cols-2">
      {advice.map(({ label, met }) => {
        const isMet = met(password)
        const Icon = isMet ? Check : Circle
        return (
          <li
            key={label}
            className={cx('flex items-center gap-2 transition-colors', isMet ? 'text-gum' : 'text-muted')}
          >
            <Icon aria-hidden="true" strokeWidth={isMet ? 3 : 2} className="size-4 shrink-0" />
            {label}
            <VisuallyHidden>{isMet ? '(yes)' : '(not yet)'}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
