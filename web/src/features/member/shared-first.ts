/** What the other has too comes first, each in the order of the list. */
export function sharedFirst(tags: readonly string[], own: readonly string[]) {
  const marked = tags.map((tag) => ({ tag, isShared: own.includes(tag) }))
  return [...marked.filter(({ isShared }) => isShared), ...marked.filter(({ isShared }) => !isShared)]
}
