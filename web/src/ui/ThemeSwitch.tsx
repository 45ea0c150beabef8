import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { cx } from './cx'
import { setTheme, type ThemeChoice, themeChoices, useTheme } from './theme'

const choices = {
  system: { label: 'Same as my device', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
} satisfies Record<ThemeChoice, object>

export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <fieldset className="inline-flex rounded-full bg-sunken p-0.5 inset-ring inset-ring-line-strong">
      <legend className="sr-only">Colours</legend>
      {themeChoices.map((choice) => {
        const { label, icon: Icon } = choices[choice]
        return (
          <label key={choice} title={label} className="relative">
            <input
              type="radio"
              name="theme"
              className="peer sr-only"
              checked={theme === choice}
              onChange={() => setTheme(choice)}
            />
            <span
              className={cx(
                'grid size-11 place-items-center rounded-full transition peer-checked:bg-ink peer-checked:text-paper',
                'peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2',
              )}
            >
              <Icon aria-hidden="true" className="size-5" />
              <span className="sr-only">{label}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
