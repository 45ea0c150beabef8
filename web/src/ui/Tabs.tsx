import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Badge } from './Badge'
import { cx } from './cx'

export type Tab = {
  to: string
  label: ReactNode
  count?: number
  countLabel?: string
  /** Required if the tabs differ only in the query. Otherwise the path decides. */
  current?: boolean
}

const tabClass =
  'petal-sm inline-flex min-h-11 items-center gap-2 px-4 font-semibold text-muted transition hover:bg-sunken hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper'

type TabsProps = {
  label: string
  tabs: Tab[]
  /** On a phone, the tabs share the width, so that nobody has to scroll to the last one. */
  fit?: boolean
  className?: string
}

const fitClass = 'max-sm:px-1.25 max-sm:text-[0.875rem]'

/** Tabs as links, with the current one marked. */
export function Tabs({ label, tabs, fit, className }: TabsProps) {
  // Drawn a few times per visit, so memoising would only add code.
  'use no memo'
  const nav = useCurrentInView()
  return (
    <nav
      ref={nav}
      aria-label={label}
      className={cx(
        '-mx-4 overflow-x-auto px-4 py-1.5 [scrollbar-width:none]',
        fit && 'max-sm:w-[calc(100%+2rem)] max-sm:px-2',
        className,
      )}
    >
      <ul className={cx('flex w-max gap-1', fit && 'max-sm:min-w-full max-sm:justify-between max-sm:gap-0')}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            {tab.current === undefined ? (
              <NavLink to={tab.to} end className={cx(tabClass, fit && fitClass)}>
                <TabLabel tab={tab} />
              </NavLink>
            ) : (
              <Link
                to={tab.to}
                aria-current={tab.current ? 'page' : undefined}
                className={cx(tabClass, fit && fitClass)}
              >
                <TabLabel tab={tab} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** If the row is wider than the screen, scrolls it to the current tab without scrolling the page. */
function useCurrentInView() {
  const nav = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab depends on the URL.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (!nav.current || !current) return
    const { left, width } = current.getBoundingClientRect()
    const frame = nav.current.getBoundingClientRect()
    nav.current.scrollLeft += left - frame.left - (frame.width - width) / 2
  }, [pathname, search])
  return nav
}

const TabLabel = ({ tab }: { tab: Tab }) => (
  <>
    {tab.label}
    {tab.count !== undefined && <Badge count={tab.count} label={tab.countLabel ?? 'new'} />}
  </>
)
