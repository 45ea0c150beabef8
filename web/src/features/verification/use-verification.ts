import { useMutation, useQuery } from '@tanstack/react-query'
import { CallFailed, call, credentials, failedCall, type Reply } from '../../platform/api'
import { queryClient } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'

export type Challenge = Reply<'POST /api/verification-start'>

export const useVerification = () =>
  useQuery({
    queryKey: queryKeys.verification,
    queryFn: ({ signal }) => call('GET /api/verification', {}, { signal }),
    staleTime: 0,
  })

const refetch = () => queryClient.invalidateQueries({ queryKey: queryKeys.verification })

export const useStart = () =>
  useMutation({ mutationFn: () => call('POST /api/verification-start', {}), onError: refetch })

interface Pictures {
  challenge: string
  /** The poses shown to the member. */
  poses: string[]
  selfies: Blob[]
}

export const useSend = () => useMutation({ mutationFn: sendSelfies, onSettled: refetch })

async function sendSelfies({ challenge, poses, selfies }: Pictures): Promise<void> {
  const form = new FormData()
  const sentAs = credentials()
  // Credentials come first, so that the server can authenticate before the files arrive.
  for (const [key, value] of Object.entries({ ...sentAs, challenge, poses: poses.join() }))
    form.set(key, value)
  for (const frame of selfies) form.append('frame', frame, 'frame.jpg')
  const response = await fetch('/api/verification', { method: 'POST', body: form }).catch(() => {
    throw new CallFailed(0, undefined)
  })
  if (response.ok) return
  throw failedCall(response.status, await response.json().catch(() => undefined), sentAs)
}
