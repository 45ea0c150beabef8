import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The page is loaded on demand, so the browser has looked for its fragment too early. Answers the fragment. */
export function useFragment(): string {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return hash
}
