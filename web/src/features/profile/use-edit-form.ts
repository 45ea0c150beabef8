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
import { type FormKey, type FormValues, findProblem, formFields, profileInput, valuesOf } from './form'
import { promptsOf, saved } from './prompts'

export type OwnUser = Reply<'GET /api/user'>
export type EditFormState = ReturnType<typeof useEditForm>

/** The prompts are not included, because they are saved separately and show their own errors. */
const sentTogether = [...formFields, ...profileListFieldNames, 'location'] as const

const findFaults: Resolver<FormValues> = (values) => {
  const faults = sentTogether.flatMap((key) => {
    const message = findProblem(key, values[key])
    return message === undefined ? [] : [[key, { type: 'rule', message }] as const]
  })
  const errors: FieldErrors<FormValues> = Object.fromEntries(faults)
  return faults.length === 0 ? { values, errors: {} } : { values: {}, errors }
}

/** The values on the screen with their save states, and the functions that save them. */
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
      findProblem,
      send,
      onState: (key, state) => setStates((before) => ({ ...before, [key]: state })),
      onUnsaved: (unsaved) => keepDraft(user.id, unsaved),
    }),
  )

  useEffect(() => {
    for (const key of Object.keys(draft) as FormKey[]) saver.change(key, getValues(key), 'now')
    // Save immediately when the member leaves the page, the tab or the app.
    const leave = () => document.visibilityState === 'hidden' && saver.saveAllUnsaved()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      saver.saveAllUnsaved()
    }
  }, [saver, draft, getValues])

  function change<K extends FormKey>(key: K, value: FormValues[K], when: 'now' | 'after a pause' = 'now') {
    // To react-hook-form each key is one field, even if its value is an object.
    form.setValue<FormKey>(key, value)
    form.clearErrors(key)
    // A half-typed city is not saved; the old one stays until another is chosen.
    if (value === null) setStates((before) => ({ ...before, [key]: undefined }))
    else saver.change(key, value, when)
  }

  /** Saves the whole form and any unsaved prompts. Rejects if the server refuses the form. */
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
    // The request may outlive its page.
    const options = { keepalive: true }
    await (key === 'prompts'
      ? call(
          'POST /api/update-discussion-prompts',
          { prompts: saved(value as FormValues['prompts']) },
          options,
        )
      : call('POST /api/profile-auto-save', { key, value }, options))
    // The cached preview is outdated.
    void cache.invalidateQueries({ queryKey: queryKeys.profile(url_hash) })
    // Other profiles mark shared tags.
    if (key === 'tags') void cache.invalidateQueries({ queryKey: queryKeys.profiles })
    if (key === 'location') void cache.invalidateQueries({ queryKey: queryKeys.ownCountry(id) })
  }
}
