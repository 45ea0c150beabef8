import { sentences } from '@rosella/contract/sentences'
import Check from 'lucide-react/icons/check'

/** Rendered while still empty, because screen readers only announce changes of an existing status. */
export function SavedNote({ saved }: { saved: boolean }) {
  return (
    <p className="flex min-h-6 items-center text-sm">
      <span role="status" className="flex items-center gap-1 font-semibold text-gum">
        {saved && (
          <>
            <Check aria-hidden="true" strokeWidth={3} className="size-4" />
            {sentences.saved}
          </>
        )}
      </span>
    </p>
  )
}
