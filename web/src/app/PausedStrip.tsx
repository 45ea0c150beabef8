import { sentences } from '@rosella/contract/sentences'
import CirclePause from 'lucide-react/icons/circle-pause'
import { useState } from 'react'
import { call } from '../platform/api'
import { queryClient } from '../platform/query'
import { queryKeys } from '../platform/query-keys'
import { reloadSession } from '../platform/session/reload-session'
import { showToast } from '../platform/toast'

/** Shown on every page while the profile is paused, so that members don't wonder why it is so quiet. */
export function PausedStrip() {
  const [pending, setPending] = useState(false)

  async function resume() {
    setPending(true)
    try {
      await call('POST /api/settings-auto-save', { key: 'paused', value: false })
      // The new session removes this strip, and the switch in the settings follows.
      await reloadSession()
      void queryClient.invalidateQueries({ queryKey: queryKeys.userSettings })
      void queryClient.resetQueries({ queryKey: queryKeys.forYou })
      // The focused button is gone, too.
      document.getElementById('content')?.focus({ preventScroll: true })
    } catch (error) {
      showToast('danger', (error as Error).message)
    }
    setPending(false)
  }

  return (
    <aside
      aria-label="Paused"
      className="flex min-h-11 flex-wrap items-center justify-center gap-x-3 bg-wattle-soft px-4 text-on-wattle-soft text-sm"
    >
      <CirclePause aria-hidden="true" className="size-4.5 shrink-0" />
      <p className="font-semibold">{sentences.paused}</p>
      <button
        type="button"
        aria-busy={pending || undefined}
        aria-disabled={pending}
        onClick={() => !pending && void resume()}
        className="petal-sm min-h-11 px-2 font-bold underline underline-offset-3 hover:decoration-2"
      >
        Resume
      </button>
    </aside>
  )
}
