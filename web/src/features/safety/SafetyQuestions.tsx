import { lazy, Suspense } from 'react'
import { usePrefetch } from '../../platform/prefetch'
import type { SafetyDialogsProps } from './SafetyDialogs'

// Rarely needed, so prefetched after the page.
const loadDialogs = () => import('./SafetyDialogs')
const SafetyDialogs = lazy(async () => ({ default: (await loadDialogs()).SafetyDialogs }))

/** Renders the dialogs once a question is asked. */
export function SafetyQuestions(props: SafetyDialogsProps) {
  usePrefetch(loadDialogs)
  if (props.question === undefined) return null
  return (
    <Suspense>
      <SafetyDialogs {...props} />
    </Suspense>
  )
}
