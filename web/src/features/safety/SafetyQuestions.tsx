import { usePrefetch } from '../../platform/prefetch'
import { lazyOverlay } from '../../ui/lazy/LazyPart'
import type { SafetyDialogsProps } from './SafetyDialogs'

// Rarely needed, so prefetched after the page.
const loadDialogs = () => import('./SafetyDialogs')
const SafetyDialogs = lazyOverlay(
  async () => (await loadDialogs()).SafetyDialogs,

  ({ onQuestion }) =>
    () =>
      onQuestion(undefined),
)

/** Renders the dialogs once a question is asked. */
export function SafetyQuestions(props: SafetyDialogsProps) {
  usePrefetch(loadDialogs)
  if (props.question === undefined) return null
  return <SafetyDialogs {...props} />
}
