import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { cx } from '../cx'
import { VisuallyHidden } from '../VisuallyHidden'

const advice: { words: string; met: (password: string) => boolean }[] = [
  { words: '8 or more characters', met: (password) => password.length >= 8 },
  {
    words: 'Upper and lower case letters',
    met: (password) => /[a-z]/.test(password) && /[A-Z]/.test(password),
  },
  { words: 'A digit', met: (password) => /\d/.test(password) },
  { words: 'A special character', met: (password) => /[^A-Za-z0-9]/.test(password) },
]

/** Advice only: it never stops anyone. */
export function StrengthChecklist({ password }: { password: string }) {
  return (
    <ul aria-label="A strong password has" className="grid gap-1 text-sm sm:grid-cols-2">
      {advice.map(({ words, met }) => {
        const isMet = met(password)
        const Icon = isMet ? Check : Circle
        return (
          <li
            key={words}
            className={cx('flex items-center gap-2 transition-colors', isMet ? 'text-gum' : 'text-muted')}
          >
            <Icon aria-hidden="true" strokeWidth={isMet ? 3 : 2} className="size-4 shrink-0" />
            {words}
            <VisuallyHidden>{isMet ? '(yes)' : '(not yet)'}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
