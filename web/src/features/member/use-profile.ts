import { clientMessage } from '@rosella/contract/client-problems'
import type { GestureState } from '@rosella/contract/gestures/endpoints'
import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, type Reply, serverMessageOr } from '../../platform/api'
import { announceMatch, dropFavourite, forgetPass } from '../../platform/gestures/pending'
import { dispatchToast } from '../../platform/live/live'
import { usePreloaded } from '../../platform/preloaded'
import { queryKeys } from '../../platform/query-keys'
import { showToast } from '../../platform/toast'

export type Profile = Reply<'GET /api/view-profile'>

/** Loads a profile. Refetches during the same visit don't count as another view. */
export function useProfile(urlHash: string) {
  const queryKey = queryKeys.profile(urlHash)
  const isPreloaded = usePreloaded('GET /api/view-profile', { url_hash: urlHash }, queryKey)
  const isRecorded = useRef(isPreloaded)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const again = isRecorded.current ? { again: 1 as const } : {}
      const profile = await call('GET /api/view-profile', { url_hash: urlHash, ...again }, { signal })
      isRecorded.current = true
      unrecorded.delete(urlHash)
      return profile
    },
    // Opening the profile is a view, however fresh the data of the conversation is.
    refetchOnMount: () => (unrecorded.has(urlHash) ? 'always' : true),
  })
}

/** Profiles loaded for their conversation only. */
export const unrecorded = new Set<string>()

type Action = 'like' | 'rose' | 'fav' | 'unfav' | 'interested-again'
type Change = Partial<MemberProfile>

interface Effect {
  /** Shown before the server replies. */
  optimistic(member: MemberProfile): Change
  /** The fields of the reply to apply. The others may be older than a later click. */
  confirmed(state: GestureState): Change
}

const favourite = (wanted: boolean): Effect => ({
  optimistic: () => ({ favourited: wanted }),
  confirmed: ({ favourited }) => ({ favourited }),
})
const effects: Record<Action, Effect> = {
  like: {
    optimistic: ({ received_like }) => ({ sent_like: true, matched: received_like }),
    confirmed: ({ sent_like, matched }) => ({ sent_like, matched }),
  },
  // A rose can be refused because of the 24-hour limit, so nothing is shown before the reply.
  rose: { optimistic: () => ({}), confirmed: ({ sent_roses, last_rose }) => ({ sent_roses, last_rose }) },
  fav: favourite(true),
  unfav: favourite(false),
  'interested-again': { optimistic: () => ({}), confirmed: ({ not_interested }) => ({ not_interested }) },
}

/** Sends a gesture. If it fails, reverts the optimistic change and shows the server's message. */
export function useGesture(target: MemberProfile) {
  const { id, url_hash } = target
  const cache = useQueryClient()
  const queryKey = queryKeys.profile(url_hash)
  const change = (changed: (member: MemberProfile) => Change) =>
    cache.setQueryData<Profile>(
      queryKey,
      (profile) => profile && { ...profile, user: { ...profile.user, ...changed(profile.user) } },
    )
  return useMutation({
    // Run sequentially, so that the last click on a favourite wins.
    scope: { id: `gesture-${id}` },
    mutationFn: (action: Action) => call('POST /api/user-action', { action, recipient_id: id }),
    onMutate: async (action) => {
      await cache.cancelQueries({ queryKey })
      const member = cache.getQueryData<Profile>(queryKey)?.user
      const optimistic = member ? effects[action].optimistic(member) : {}
      change(() => optimistic)
      const fields = Object.keys(optimistic) as (keyof MemberProfile)[]
      return Object.fromEntries(fields.map((field) => [field, member?.[field]])) as Change
    },
    onSuccess: (state, action) => {
      change(() => effects[action].confirmed(state))
      if (action === 'unfav') dropFavourite(id)
      void cache.invalidateQueries({ queryKey: queryKeys.memberLists })
      if (action === 'like' && state.matched) announceMatch(target)
      if (action === 'interested-again') forgetPass(target.id)
      // The reply does not say whether the two may write to each other.
      if (action === 'interested-again') void cache.invalidateQueries({ queryKey })
    },
    onError: (error, _action, before) => {
      change(() => before ?? {})
      showToast('danger', serverMessageOr(error, clientMessage('generic')))
      void cache.invalidateQueries({ queryKey })
    },
  })
}

/** Refetches as part of the same visit. */
export function useRefetchProfile(urlHash: string): () => void {
  const cache = useQueryClient()
  return () => void cache.invalidateQueries({ queryKey: queryKeys.profile(urlHash) })
}

/** After the viewer blocks a member: closes the profile and removes them from queued toasts and cached pages. */
export function useMarkBlocked(urlHash: string): () => void {
  const cache = useQueryClient()
  const queryKey = queryKeys.profile(urlHash)
  return () => {
    cache.setQueryData<Profile>(
      queryKey,
      (profile) => profile && { ...profile, photos: [], user: { ...profile.user, is_blocked: true } },
    )
    cache.removeQueries({ type: 'inactive' })
    dispatchToast({ do: 'drop', those: ({ url_hash }) => url_hash === urlHash })
    void cache.invalidateQueries({ queryKey })
  }
}
