import Check from 'lucide-react/icons/check'
import CloudOff from 'lucide-react/icons/cloud-off'
import { Button } from './Button'

type SavedNoteProps = {
  /** The text that confirms the last change. */
  saved: string | false
  unsaved: boolean
  pending: boolean
  onRetry: () => void
}

/**
 * Says whether what is on the screen is stored. Rendered while still empty, because screen readers only announce changes
 * of an existing status.
 */
export function SavedNote({ saved, unsaved, pending, onRetry }: SavedNoteProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm">
      <span role="status" className="flex items-center gap-1 font-semibold">
        {unsaved ? (
          <span className="flex items-center gap-1.5 text-danger">
            <CloudOff aria-hidden="true" className="size-4.5" />
            Not saved
          </span>
        ) : (
          saved && (
            <span className="flex items-center gap-1 text-gum">
              <Check aria-hidden="true" strokeWidth={3} className="size-4" />
              {saved}
            </span>
          )
        )}
      </span>
      {unsaved && (
        <Button tone="quiet" pending={pending} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
