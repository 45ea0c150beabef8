import { useEffect } from 'react'
import { siteName } from './site'

let base = siteName
let unread = 0

function show(): void {
  document.title = unread > 0 ? `(${unread}) ${base}` : base
}

/** Sets the page title; the site's name if there is none. */
export function useTitle(title?: string): void {
  useEffect(() => {
    base = title ? `${title} - ${siteName}` : siteName
    show()
  }, [title])
}

/** Shows the number of unread conversations in front of the title. */
export function countInTitle(count: number): void {
  unread = count
  show()
}
