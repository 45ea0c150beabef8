import { lazy, Suspense } from 'react'
import { usePrefetch } from '../../platform/prefetch'
import type { SafetyDialogsProps } from './SafetyDialogs'

// Seldom needed, and there before anybody has found the menu.
const loadDialogs = () => import('./SafetyDialogs')
const SafetyDialogs = lazy(async () => ({ default: (await loadDialogs()).SafetyDialogs }))

/** The dialogs of the menus, once one was asked for. */
export function SafetyQuestions(props: SafetyDialogsProps) {
  usePrefetch(loadDialogs)
  if (props.question === undefined) return null
  return (
    <Suspense>
      <SafetyDialogs {...props} />
    </Suspense>
  )
}
