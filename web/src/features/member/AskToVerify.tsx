import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import { useState } from 'react'
import { call } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import type { Profile } from './use-profile'

type Asked = Pick<MemberProfile, 'id' | 'username' | 'url_hash'>

/** Shows the result as a toast. */
export async function askToVerify(cache: QueryClient, { id, username, url_hash }: Asked): Promise<void> {
  const queryKey = queryKeys.profile(url_hash)
  try {
    await call('POST /api/ask-to-verify', { recipient_id: id })
    showToast('success', `We’ve let ${username} know that you’d like them to verify their photos.`)
    cache.setQueryData<Profile>(
      queryKey,
      (profile) => profile && { ...profile, user: { ...profile.user, may_ask_to_verify: false } },
    )
  } catch (error) {
    showToast('danger', (error as Error).message)
    void cache.invalidateQueries({ queryKey })
  }
}

/** Shown for unverified conversation partners; can be used once a week. */
export function AskToVerify({ member }: { member: MemberProfile }) {
  const cache = useQueryClient()
  const [pending, setPending] = useState(false)
  return (
    <div>
      <Button
        tone="quiet"
        icon={BadgeCheck}
        pending={pending}
        onClick={async () => {
          setPending(true)
          await askToVerify(cache, member)
          setPending(false)
        }}
      >
        Ask to verify
      </Button>
    </div>
  )
}
