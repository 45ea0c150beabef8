import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { cx } from '../../ui/cx'
import { SmallPrint } from '../../ui/SmallPrint'
import { groups, type SectionHash, type SettingsSection } from './sections'

type SettingsMenuProps = {
  shown: SectionHash
  /** On a phone the menu is a page of its own, until a section is chosen. */
  chosen: boolean
}

export function SettingsMenu({ shown, chosen }: SettingsMenuProps) {
  return (
    <div className={cx('grid content-start gap-6', chosen && 'max-md:hidden')}>
      <nav aria-label="Settings" className="grid gap-6">
        {groups.map(({ label, sections }) => (
          <MenuGroup key={label} label={label} sections={sections} shown={shown} chosen={chosen} />
        ))}
      </nav>
      <div className="px-4 md:border-line md:border-t md:pt-4">
        <SmallPrint />
      </div>
    </div>
  )
}

type MenuGroupProps = SettingsMenuProps & { label: string; sections: readonly SettingsSection[] }

function MenuGroup({ label, sections, shown, chosen }: MenuGroupProps) {
  const id = useId()
  return (
    <div>
      <h2 id={id} className="mb-1.5 px-4 font-sans font-semibold text-base text-muted tracking-normal">
        {label}
      </h2>
      <ul
        aria-labelledby={id}
        className="grid gap-1 max-md:petal-md max-md:bg-surface max-md:p-1.5 max-md:inset-ring max-md:inset-ring-line"
      >
        {sections.map(({ hash, label: name, icon: Icon }) => (
          <li key={hash}>
            <Link
              to={`/settings#${hash}`}
              aria-current={hash === shown ? 'true' : undefined}
              className={cx(
                'petal-sm flex min-h-12 items-center gap-3 px-4 font-semibold transition hover:bg-sunken',
                // Where the menu is a page of its own nothing is shown beside it, and nothing is marked.
                'md:aria-[current=true]:bg-ink md:aria-[current=true]:text-paper',
                chosen && 'aria-[current=true]:bg-ink aria-[current=true]:text-paper',
              )}
            >
              <Icon aria-hidden="true" className="size-5.5 shrink-0" />
              {name}
              <ChevronRight aria-hidden="true" className="ms-auto size-5 md:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
