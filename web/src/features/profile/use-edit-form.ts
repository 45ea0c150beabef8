import { profileListFieldNames } from '@rosella/contract/profile/fields'
import { sentences } from '@rosella/contract/sentences'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FieldErrors, type Resolver, useForm, useWatch } from 'react-hook-form'
import { assertMember, call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { submitForm } from '../../platform/submit-form'
import { showToast } from '../../platform/toast'
import { openAutoSaver, type SaveState } from './auto-saver'
import { keepDraft } from './drafts'
import { type FormKey, type FormValues, formFields, profileInput, valuesOf, wrongWith } from './form'
import { promptsOf, saved } from './prompts'

export type OwnUser = Reply<'GET /api/user'>
export type EditFormState = ReturnType<typeof useEditForm>

/** Prompts are saved on their own, and say themselves what is wrong with them. */
const sentTogether = [...formFields, ...profileListFieldNames, 'location'] as const

const findFaults: Resolver<FormValues> = (values) => {
  const faults = sentTogether.flatMap((key) => {
    const message = wrongWith(key, values[key])
    return message === undefined ? [] : [[key, { type: 'rule', message }] as const]
  })
  const errors: FieldErrors<FormValues> = Object.fromEntries(faults)
  return faults.length === 0 ? { values, errors: {} } : { values: {}, errors }
}

/** The values on the screen, the saved state of each, and the ways they reach the server. */
export function useEditForm({ user, user_dp, prompts }: OwnUser, draft: Partial<FormValues>) {
  const [defaultValues] = useState<FormValues>(() => ({
    ...valuesOf(user, promptsOf(user_dp, new Set(prompts.map(({ id }) => id)))),
    ...draft,
  }))
  const form = useForm<FormValues>({ defaultValues, resolver: findFaults })
  const values = useWatch({ control: form.control }) as FormValues
  const { errors, isSubmitting, submitCount } = form.formState
  const { getValues } = form
  const [states, setStates] = useState<Partial<Record<FormKey, SaveState>>>({})
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
    for (const key of Object.keys(draft) as FormKey[]) saver.change(key, getValues(key), 'now')
    // Leaving the page, the tab or the phone: nothing that was typed waits for its pause.
    const leave = () => document.visibilityState === 'hidden' && saver.saveAllUnsaved()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      saver.saveAllUnsaved()
    }
  }, [saver, draft, getValues])

  function change<K extends FormKey>(key: K, value: FormValues[K], when: 'now' | 'after a pause' = 'now') {
    // Each key is one field to the form, whatever its value is made of.
    form.setValue<FormKey>(key, value)
    form.clearErrors(key)
    // A city half typed is no answer: until one is chosen the member lives where they lived.
    if (value === null) setStates((before) => ({ ...before, [key]: undefined }))
    else saver.change(key, value, when)
  }

  /** The whole form, and the prompts where they wait. Rejects when the form was refused. */
  async function saveForm() {
    await saver.saveAll(sentTogether, async () => {
      assertMember(user.id)
      await call('POST /api/user', profileInput(user, getValues()))
    })
    saver.saveAllUnsaved()
    await saver.settled()
    if (!saver.isUnsaved('prompts')) showToast('success', sentences.saved)
  }

  return {
    own: user,
    values,
    states,
    errors,
    isSubmitting,
    submitCount,
    change,
    leave: (key: FormKey) => saver.save(key),
    submit: submitForm(form, saveForm),
  }
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
    // What is shared is marked on the others' profiles too.
    if (key === 'tags') void cache.invalidateQueries({ queryKey: queryKeys.profiles })
    if (key === 'location') void cache.invalidateQueries({ queryKey: queryKeys.ownCountry(id) })
  }
}
