export const VERIFY_PATH = '/verify-photos'

/**
 * Only this page's own document has the header that allows the camera, so a member who navigated here from another screen
 * lacks it. Returns whether the document is this page's own, and reloads it otherwise.
 */
export function hasOwnDocument(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  if (opened && new URL(opened.name).pathname === VERIFY_PATH) return true
  location.reload()
  return false
}
