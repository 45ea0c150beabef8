export const VERIFY_PATH = '/verify-photos'

/**
 * The camera is allowed by a header of this page's own document and of no other: whoever came here from another screen
 * has that one's. Answers whether it is the right one, and otherwise asks for it.
 */
export function hasOwnDocument(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  if (opened && new URL(opened.name).pathname === VERIFY_PATH) return true
  location.reload()
  return false
}
