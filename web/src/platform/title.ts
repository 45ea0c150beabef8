import { useEffect } from 'react'
import { siteName } from './site'

let base = siteName
let unread = 0

function show(): void {
  document.title = unread > 0 ? `(${unread}) ${base}` : base
}

/** The page title; the site's name alone without one. */
export function useTitle(title?: string): void {
  useEffect(() => {
    base = title ? `${title} - ${siteName}` : siteName
    show()
  }, [title])
}

/** Conversations with something unread, before every title. */
export function countInTitle(count: number): void {
  unread = count
  show()
}
