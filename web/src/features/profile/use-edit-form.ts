import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { assertMember, call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { openAutoSaver, type SaveState } from './auto-saver'
import { keepDraft } from './drafts'
import { type FormKey, type FormValues, formFields, profileInput, valuesOf, wrongWith } from './form'
import { promptsOf, saved } from './prompts'

export type OwnUser = Reply<'GET /api/user'>
export type EditForm = ReturnType<typeof useEditForm>

/** The values on the screen, the saved state of each, and the ways they reach the server. */
export function useEditForm({ user, user_dp, prompts }: OwnUser, draft: Partial<FormValues>) {
  const [values, setValues] = useState<FormValues>(() => ({
    ...valuesOf(user, promptsOf(user_dp, new Set(prompts.map(({ id }) => id)))),
    ...draft,
  }))
  const [states, setStates] = useState<Partial<Record<FormKey, SaveState>>>({})
  const latest = useRef(values)
  const send = useSend(user)
  const [saver] = useState(() =>
    openAutoSaver<FormValues>({
      wrongWith,
      send,
      onState: (key, state) => setStates((before) => ({ ...before, [key]: state })),
      onUnsaved: (unsaved) => keepDraft(user.id, unsaved),
    }),
  )

  useEffect(() => {
    for (const key of Object.keys(draft) as FormKey[]) saver.change(key, latest.current[key], 'now')
    // Leaving the page, the tab or the phone: nothing that was typed waits for its pause.
    const leave = () => document.visibilityState === 'hidden' && saver.saveAllUnsaved()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      saver.saveAllUnsaved()
    }
  }, [saver, draft])

  function change<K extends FormKey>(key: K, value: FormValues[K], when: 'now' | 'after a pause' = 'now') {
    latest.current = { ...latest.current, [key]: value }
    setValues(latest.current)
    // A city half typed is no answer: until one is chosen the member lives where they lived.
    if (value === null) setStates((before) => ({ ...before, [key]: undefined }))
    else saver.change(key, value, when)
  }

  /** True when there is nothing wrong; else each wrong field says so. */
  function isFine(): boolean {
    const wrong = [...formFields, 'location' as const].flatMap((key) => {
      const words = wrongWith(key, latest.current[key])
      return words === undefined ? [] : [[key, { is: 'failed', words }] as const]
    })
    // At once, so that the first of them can take the focus.
    flushSync(() => setStates((before) => ({ ...before, ...Object.fromEntries(wrong) })))
    return wrong.length === 0
  }

  /** The whole form, and the prompts where they wait. Rejects when the form was refused; false: a prompt was. */
  async function saveForm(): Promise<boolean> {
    await saver.saveAll([...formFields, 'location'], async () => {
      assertMember(user.id)
      await call('POST /api/user', profileInput(user, latest.current))
    })
    saver.saveAllUnsaved()
    await saver.settled()
    return !saver.isUnsaved('prompts')
  }

  return { own: user, values, states, change, leave: (key: FormKey) => saver.save(key), isFine, saveForm }
}

function useSend({ id, url_hash }: OwnUser['user']) {
  const cache = useQueryClient()
  return async <K extends FormKey>(key: K, value: FormValues[K]) => {
    assertMember(id)
    // The request may outlive the page it was sent from.
    const options = { keepalive: true }
    await (key === 'prompts'
      ? call(
          'POST /api/update-discussion-prompts',
          { prompts: saved(value as FormValues['prompts']) },
          options,
        )
      : call('POST /api/profile-auto-save', { key, value }, options))
    // The preview was loaded before this.
    void cache.invalidateQueries({ queryKey: queryKeys.profile(url_hash) })
  }
}
