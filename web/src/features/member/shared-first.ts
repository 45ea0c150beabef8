/** What both have comes first, each in the order of the list. */
export function sharedFirst(tags: readonly string[], shared: readonly string[]) {
  const marked = tags.map((tag) => ({ tag, isShared: shared.includes(tag) }))
  return [...marked.filter(({ isShared }) => isShared), ...marked.filter(({ isShared }) => !isShared)]
}
