import { useEffect } from 'react'
import { siteName } from './site'

/** The page title; the site's name alone without one. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} – ${siteName}` : siteName
  }, [title])
}
