import { problems } from '@rosella/contract/problems'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { useSession } from '../../platform/session'
import { useSocket } from '../../platform/socket'
import { showToast } from '../../platform/toast'
import {
  onDeleted,
  onMarkedRead,
  onMessagesRead,
  onNewMessages,
  onReacted,
  onScamWarning,
  type Patched,
} from './on-live'
import type { Overview } from './overview'

const ANSWER_MS = 10_000
const ASK_AGAIN_MS = 5000

/** The overview, kept up to date by live events. A failure to load is only logged, and tried again. */
export function useOverview() {
  const cache = useQueryClient()
  const queryKey = queryKeys.messageOverview(useSession()?.id)
  const gone = useRef(new Set<number>())
  const { data } = useQuery<Overview>({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await call('GET /api/messages', {}, { signal })
      } catch (error) {
        if (!signal.aborted) console.warn('Error fetching messages:', error)
        throw error
      }
    },
    // Anything may have been sent and read elsewhere since.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AGAIN_MS : false),
  })

  const fetchAnew = () => refetchOutdated(cache, queryKey)
  function patch(step: (before: Overview) => Overview) {
    cache.setQueryData<Overview>(queryKey, (before) => before && step(before))
    // An answer on its way may have been read before this happened.
    if (cache.isFetching({ queryKey }) > 0) void fetchAnew()
  }
  function patchIfKnown(step: (before: Overview) => Patched) {
    let isExact = true
    patch((before) => {
      const { overview, exact } = step(before)
      isExact = exact
      return overview
    })
    if (!isExact) void fetchAnew()
  }
  function forget(id: number) {
    if (gone.current.has(id)) return
    gone.current.add(id)
    patchIfKnown((before) => onDeleted(before, id))
  }

  const socket = useSocket((opened) => {
    // What happened while there was no connection was heard by nobody.
    opened.on('connect', fetchAnew)
    opened.on('refetch', fetchAnew)
    opened.on('newMessages', (arrivals) => patch((before) => onNewMessages(before, arrivals)))
    opened.on('markedRead', (id) => patch((before) => onMarkedRead(before, id)))
    opened.on('messagesRead', (...read) => patchIfKnown((before) => onMessagesRead(before, read)))
    opened.on('scamWarning', (id, shown) => patch((before) => onScamWarning(before, id, shown)))
    opened.on('reacted', (change) => patch((before) => onReacted(before, change)))
    opened.on('deleted', forget)
    opened.on('error', () => showToast('danger', problems['socket.failed'][1]))
  })

  const remove = useMutation({
    mutationFn: async (id: number) => {
      const answer = socket?.connected
        ? await socket
            .timeout(ANSWER_MS)
            .emitWithAck('delete', id)
            // No answer in time, or the line was cut: the library's own words are for nobody.
            .catch(() => undefined)
        : undefined
      if (!answer?.ok) throw new Error(problems['socket.failed'][1])
    },
    onSuccess: (_answer, id) => forget(id),
  })
  return { overview: data, remove }
}
