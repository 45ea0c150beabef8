/** The page of a list that a profile was opened from. It is stored in the history entry, so a reload keeps it. */
export interface ListOfProfiles {
  /** The URL of the list. */
  path: string
  title: string
  /** The `url_hash` of its members, in order. */
  hashes: string[]
}

/** Reads the list from the history entry; undefined if the profile was opened in another way. */
export function readListOfProfiles(state: unknown): ListOfProfiles | undefined {
  if (state === null || typeof state !== 'object' || !('list' in state)) return undefined
  const list = state.list as Partial<ListOfProfiles> | undefined
  const isList =
    typeof list?.path === 'string' && typeof list.title === 'string' && Array.isArray(list.hashes)
  return isList ? (list as ListOfProfiles) : undefined
}
