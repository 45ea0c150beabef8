import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { call } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import type { Profile } from './use-profile'

/** Where there is a conversation and no badge; once a week. */
export function AskToVerify({ member: { id, username, url_hash } }: { member: MemberProfile }) {
  const cache = useQueryClient()
  const queryKey = queryKeys.profile(url_hash)
  const ask = useMutation({
    mutationFn: () => call('POST /api/ask-to-verify', { recipient_id: id }),
    onSuccess: () => {
      showToast('success', `We have told ${username} that you would like verified photos.`)
      cache.setQueryData<Profile>(
        queryKey,
        (profile) => profile && { ...profile, user: { ...profile.user, may_ask_to_verify: false } },
      )
    },
    onError: (error) => {
      showToast('danger', error.message)
      void cache.invalidateQueries({ queryKey })
    },
  })
  return (
    <div>
      <Button tone="quiet" icon={BadgeCheck} pending={ask.isPending} onClick={() => ask.mutate()}>
        Ask to verify
      </Button>
    </div>
  )
}
