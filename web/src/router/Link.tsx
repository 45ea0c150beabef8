import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { match } from './match'
import { useLocation, useNavigate } from './RouterProvider'
import type { NavigateOptions } from './router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & NavigateOptions & { to: string }

/** An anchor that stays in the page; with a modifier key or a target the browser does as always. */
export function Link(props: LinkProps) {
  const { to, replace, state, preventScrollReset, viewTransition, onClick, ...rest } = props
  const navigate = useNavigate()

  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
    if (event.defaultPrevented || !isPlain || rest.target || rest.download !== undefined) return
    event.preventDefault()
    // As browsers do: a link to where one is adds nothing to the history.
    const isHere = event.currentTarget.href === window.location.href
    void navigate(to, { replace: replace ?? isHere, state, preventScrollReset, viewTransition })
  }

  return <a {...rest} href={to} onClick={go} />
}

/** A link that is marked while one is there or, without `end`, below. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation()
  const [path] = rest.to.split(/[?#]/, 1)
  const isCurrent = match(end ? `${path}` : `${path}/*`, pathname) !== null
  return <Link {...rest} aria-current={isCurrent ? 'page' : undefined} />
}

/** Leads elsewhere as soon as it is drawn. */
export function Navigate({ to, replace }: { to: string; replace?: boolean }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace])
  return null
}
