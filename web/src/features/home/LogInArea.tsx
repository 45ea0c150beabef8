import { lazy, Suspense } from 'react'
import { useLoadSoon } from '../../platform/load-soon'
import { ButtonLink } from '../../ui/Button'
import { useFormState } from './form-states'

// The first page stays light: the forms come when it has been painted, before anybody has clicked.
const loadForms = () => import('./LogInForms')
const LogInForms = lazy(async () => ({ default: (await loadForms()).LogInForms }))

/** The log-in area. Each of its states has an address, so that Back leads from one to the one before. */
export function LogInArea() {
  const state = useFormState()
  useLoadSoon(loadForms)
  if (state) {
    return (
      <Suspense fallback={<div className="min-h-80 w-full" />}>
        <LogInForms state={state} />
      </Suspense>
    )
  }
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/signup" tone="affection" size="large">
        Create free account
      </ButtonLink>
      <ButtonLink to="/#log-in" preventScrollReset tone="quiet" size="large">
        Log in
      </ButtonLink>
    </div>
  )
}
