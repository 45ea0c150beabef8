import { useEffect, useState } from 'react'

/**
 * Whether an element is visible, inside all scrolling boxes around it and in a visible tab. Undefined until the browser
 * has reported it once.
 */
export function useInView() {
  const [node, ref] = useState<Element | null>(null)
  const [seen, setSeen] = useState<boolean>()
  useEffect(() => {
    if (!node) return
    let inside = false
    const update = () => setSeen(inside && document.visibilityState === 'visible')
    const observer = new IntersectionObserver((entries) => {
      inside = entries.at(-1)?.isIntersecting ?? false
      update()
    })
    observer.observe(node)
    document.addEventListener('visibilitychange', update)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', update)
    }
  }, [node])
  return [ref, seen] as const
}
