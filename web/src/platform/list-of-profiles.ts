/** The page of a list that a profile was opened from, as the entry of the history keeps it: a reload knows it too. */
export interface ListOfProfiles {
  /** The address of the list, and what it is called. */
  path: string
  title: string
  /** Its members' addresses, in their order. */
  hashes: string[]
}

/** What a link wrote into its history entry; nothing where the profile was opened in another way. */
export function readListOfProfiles(state: unknown): ListOfProfiles | undefined {
  if (state === null || typeof state !== 'object' || !('list' in state)) return undefined
  const list = state.list as Partial<ListOfProfiles> | undefined
  const isList =
    typeof list?.path === 'string' && typeof list.title === 'string' && Array.isArray(list.hashes)
  return isList ? (list as ListOfProfiles) : undefined
}
