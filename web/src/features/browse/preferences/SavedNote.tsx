import { sentences } from '@rosella/contract/sentences'
import Check from 'lucide-react/icons/check'

/** Stands there before it has something to say, so that it is read out. */
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
