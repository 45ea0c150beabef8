import { clientMessage } from '@rosella/contract/client-problems'
import type { GestureState } from '@rosella/contract/gestures/endpoints'
import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, type Reply, serverMessageOr } from '../../platform/api'
import { dispatchToast } from '../../platform/live/live'
import { usePreloaded } from '../../platform/preloaded'
import { queryKeys } from '../../platform/query-keys'
import { showToast } from '../../platform/toast'

export type Profile = Reply<'GET /api/view-profile'>

/** A profile for one visit: what is asked for anew while its screen stands is no second view. */
export function useProfile(urlHash: string, visit: 'new' | 'again' = 'new') {
  const queryKey = queryKeys.profile(urlHash)
  const isPreloaded = usePreloaded('GET /api/view-profile', { url_hash: urlHash }, queryKey)
  const isRecorded = useRef(isPreloaded || visit === 'again')
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const again = isRecorded.current ? { again: 1 as const } : {}
      const profile = await call('GET /api/view-profile', { url_hash: urlHash, ...again }, { signal })
      isRecorded.current = true
      return profile
    },
  })
}

type Action = 'like' | 'rose' | 'fav' | 'unfav' | 'interested-again'
type Change = Partial<MemberProfile>

interface Effect {
  /** What the screen shows before the server has answered. */
  hoped(member: MemberProfile): Change
  /** What the answer is about: the rest of it may be older than what was clicked since. */
  learned(state: GestureState): Change
}

const favourite = (wanted: boolean): Effect => ({
  hoped: () => ({ favourited: wanted }),
  learned: ({ favourited }) => ({ favourited }),
})
const effects: Record<Action, Effect> = {
  like: {
    hoped: ({ received_like }) => ({ sent_like: true, matched: received_like }),
    learned: ({ sent_like, matched }) => ({ sent_like, matched }),
  },
  // A rose may be refused for its 24 hours, so it waits for the answer.
  rose: { hoped: () => ({}), learned: ({ sent_roses, last_rose }) => ({ sent_roses, last_rose }) },
  fav: favourite(true),
  unfav: favourite(false),
  'interested-again': { hoped: () => ({}), learned: ({ not_interested }) => ({ not_interested }) },
}

/** Sends a gesture; what was hoped for is taken back, with the server's words, when it fails. */
export function useGesture({ id, url_hash }: MemberProfile) {
  const cache = useQueryClient()
  const queryKey = queryKeys.profile(url_hash)
  const change = (changed: (member: MemberProfile) => Change) =>
    cache.setQueryData<Profile>(
      queryKey,
      (profile) => profile && { ...profile, user: { ...profile.user, ...changed(profile.user) } },
    )
  return useMutation({
    // One after the other: a favourite that is clicked twice ends as it was clicked last.
    scope: { id: `gesture-${id}` },
    mutationFn: (action: Action) => call('POST /api/user-action', { action, recipient_id: id }),
    onMutate: async (action) => {
      await cache.cancelQueries({ queryKey })
      const member = cache.getQueryData<Profile>(queryKey)?.user
      const hoped = member ? effects[action].hoped(member) : {}
      change(() => hoped)
      const fields = Object.keys(hoped) as (keyof MemberProfile)[]
      return Object.fromEntries(fields.map((field) => [field, member?.[field]])) as Change
    },
    onSuccess: (state, action) => {
      change(() => effects[action].learned(state))
      void cache.invalidateQueries({ queryKey: queryKeys.memberLists })
      // Whether they may write to each other is not part of the answer.
      if (action === 'interested-again') void cache.invalidateQueries({ queryKey })
    },
    onError: (error, _action, before) => {
      change(() => before ?? {})
      showToast('danger', serverMessageOr(error, clientMessage('generic')))
      void cache.invalidateQueries({ queryKey })
    },
  })
}

/** Asks for the profile anew, as part of the same visit. */
export function useAskAnew(urlHash: string): () => void {
  const cache = useQueryClient()
  return () => void cache.invalidateQueries({ queryKey: queryKeys.profile(urlHash) })
}

/** What the screen knows at once after the viewer has turned from a member. */
export function useMarks(urlHash: string) {
  const cache = useQueryClient()
  const queryKey = queryKeys.profile(urlHash)
  const mark = (user: Change, beside: Partial<Profile> = {}) =>
    cache.setQueryData<Profile>(
      queryKey,
      (profile) => profile && { ...profile, ...beside, user: { ...profile.user, ...user } },
    )
  return {
    /** The profile closes, and what waits to be told or was loaded before no longer shows the blocked one. */
    blocked() {
      mark({ is_blocked: true }, { photos: [] })
      cache.removeQueries({ type: 'inactive' })
      dispatchToast({ do: 'drop', those: ({ url_hash }) => url_hash === urlHash })
      void cache.invalidateQueries({ queryKey })
    },
    notInterested() {
      mark({ not_interested: true })
      void cache.invalidateQueries()
    },
  }
}
