import { profileListFieldNames } from '@rosella/contract/profile/fields'
import { sentences } from '@rosella/contract/sentences'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FieldErrors, type Resolver, useForm, useWatch } from 'react-hook-form'
import { assertMember, call, hasCode, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { submitForm } from '../../platform/submit-form'
import { showToast } from '../../platform/toast'
import { openAutoSaver, type SaveState } from './auto-saver'
import { type Draft, keepDraft } from './drafts'
import {
  changesInput,
  type FormKey,
  type FormValues,
  findProblem,
  formFields,
  isSame,
  shownPrompts,
  valuesOf,
} from './form'
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

const storedValues = ({ user, user_dp, prompts }: OwnUser): FormValues =>
  valuesOf(user, promptsOf(user_dp, new Set(prompts.map(({ id }) => id))))

/**
 * The values on the screen with their save states, and the functions that save them. Every change is sent with the stored
 * value that it replaces, so that it never overwrites a newer one from another device: the member chooses.
 */
export function useEditForm(loaded: OwnUser, draft: Draft) {
  const { user } = loaded
  const [base] = useState<FormValues>(() => ({ ...storedValues(loaded), ...draft.base }))
  const [defaultValues] = useState<FormValues>(() => ({ ...storedValues(loaded), ...draft.values }))
  const form = useForm<FormValues>({ defaultValues, resolver: findFaults })
  const values = useWatch({ control: form.control }) as FormValues
  const { errors, isSubmitting, submitCount } = form.formState
  const { getValues } = form
  const [states, setStates] = useState<Partial<Record<FormKey, SaveState>>>({})
  /** Values that another device has stored meanwhile, in conflict with a change on this screen. */
  const [newer, setNewer] = useState<Partial<FormValues>>({})
  const post = usePost(user, base)
  const [saver] = useState(() => {
    /** Sent values without a reply: the server may have stored them. */
    const uncertain: Partial<FormValues> = {}

    async function send<K extends FormKey>(key: K, value: FormValues[K]): Promise<void> {
      try {
        await post(key, value)
      } catch (error) {
        if (!hasCode(error, 'profile.newer')) {
          uncertain[key] = value
          throw error
        }
        const current = (await readStored())[key]
        const ours = uncertain[key] as FormValues[K] | undefined
        delete uncertain[key]
        if (ours === undefined || !isSame(key, current, ours)) {
          setNewer((before) => ({ ...before, [key]: current }))
          throw error
        }
        base[key] = current
        return send(key, value)
      }
      base[key] = value
      setNewer(({ [key]: _settled, ...others }) => others as Partial<FormValues>)
    }

    /** Also shows newer values of fields that this screen has not changed. */
    async function readStored(): Promise<FormValues> {
      const current = storedValues(await call('GET /api/user', {}))
      for (const key of Object.keys(current) as FormKey[]) {
        if (opened.isUnsaved(key) || isSame(key, current[key], base[key])) continue
        Object.assign(base, { [key]: current[key] })
        form.setValue(key, current[key])
      }
      return current
    }

    const opened = openAutoSaver<FormValues>({
      findProblem,
      send,
      onState: (key, state) => setStates((before) => ({ ...before, [key]: state })),
      onUnsaved: (unsaved) => keepDraft(user.id, unsaved, base),
    })
    return opened
  })

  useEffect(() => {
    for (const key of Object.keys(draft.values) as FormKey[]) saver.change(key, getValues(key), 'now')
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

  /** Saves what has changed, in one call, and any unsaved prompts. Rejects if the server refuses it. */
  async function saveForm() {
    try {
      await saver.saveAll(sentTogether, async (changed) => {
        assertMember(user.id)
        await call('POST /api/user', changesInput(changed, base))
        Object.assign(base, changed)
      })
    } catch (error) {
      if (!hasCode(error, 'profile.newer')) throw error
      // Nothing was stored. One by one, the others are saved, and each newer field offers its choice.
      saver.saveAllUnsaved()
      await saver.settled()
      throw error
    }
    saver.saveAllUnsaved()
    await saver.settled()
    if (!saver.isUnsaved('prompts')) showToast('success', sentences.saved)
  }

  /** Settles a conflict with another device. */
  function settle<K extends FormKey>(key: K, keep: 'this' | 'newer') {
    const current = newer[key] as FormValues[K]
    base[key] = current
    setNewer(({ [key]: _settled, ...others }) => others as Partial<FormValues>)
    form.clearErrors('root')
    if (keep === 'this') return saver.save(key)
    form.setValue<FormKey>(key, current)
    saver.forget(key)
  }

  return {
    own: user,
    questions: loaded.prompts,
    values,
    states,
    errors,
    isSubmitting,
    submitCount,
    newer,
    change,
    settle,
    leave: (key: FormKey) => saver.save(key),
    submit: submitForm(form, saveForm),
  }
}

function usePost({ id, url_hash }: OwnUser['user'], base: FormValues) {
  const cache = useQueryClient()
  return async <K extends FormKey>(key: K, value: FormValues[K]) => {
    assertMember(id)
    // The request may outlive its page.
    const options = { keepalive: true }
    await (key === 'prompts'
      ? call(
          'POST /api/update-discussion-prompts',
          { prompts: saved(value as FormValues['prompts']), based_on: shownPrompts(base.prompts) },
          options,
        )
      : call('POST /api/profile-auto-save', { key, value, based_on: base[key] }, options))
    // The cached preview is outdated.
    void cache.invalidateQueries({ queryKey: queryKeys.profile(url_hash) })
    // Other profiles mark shared tags.
    if (key === 'tags') void cache.invalidateQueries({ queryKey: queryKeys.profiles })
    if (key === 'location') void cache.invalidateQueries({ queryKey: queryKeys.ownCountry(id) })
  }
}
