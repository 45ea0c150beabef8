import { useEffect, useState } from 'react'

/**
 * Whether an element can be seen: inside every scrolling box around it, and in a tab that somebody looks at.
 * undefined until the browser has said so once.
 */
export function useInView() {
  const [node, ref] = useState<Element | null>(null)
  const [seen, setSeen] = useState<boolean>()
  useEffect(() => {
    if (!node) return
    let inside = false
    const tell = () => setSeen(inside && document.visibilityState === 'visible')
    const observer = new IntersectionObserver((entries) => {
      inside = entries.at(-1)?.isIntersecting ?? false
      tell()
    })
    observer.observe(node)
    document.addEventListener('visibilitychange', tell)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', tell)
    }
  }, [node])
  return [ref, seen] as const
}
