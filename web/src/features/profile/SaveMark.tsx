import { sentences } from '@rosella/contract/sentences'
import Check from 'lucide-react/icons/check'
import type { SaveState } from './auto-saver'

/** Shows Saving or Saved. The field itself shows a failure. */
export function SaveMark({ state }: { state: SaveState | undefined }) {
  return (
    <span className="flex h-5.5 items-center gap-1 font-semibold text-sm">
      {state?.is === 'saving' && <span className="text-muted">Saving</span>}
      <span role="status" className="flex items-center gap-1 text-gum empty:hidden">
        {state?.is === 'saved' && (
          <>
            <Check aria-hidden="true" strokeWidth={3} className="size-4" />
            {sentences.saved}
          </>
        )}
      </span>
    </span>
  )
}
