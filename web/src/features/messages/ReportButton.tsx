import { Flag } from 'lucide-react'
import { goOn } from './message-buttons'

const WORDS = 'Report this message'

/**
 * Beside every message of the other. A pointer that hovers finds it on its message, a finger sees it always; the keyboard
 * comes to the newest and goes on with the arrows, so that a long conversation is one stop.
 */
export function ReportButton({ isStop, onReport }: { isStop: boolean; onReport: () => void }) {
  return (
    <button
      type="button"
      data-report
      tabIndex={isStop ? 0 : -1}
      aria-label={WORDS}
      title={WORDS}
      onClick={onReport}
      onKeyDown={(event) => goOn(event, '[data-report]')}
      className="grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-ink/8 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0"
    >
      <Flag aria-hidden="true" className="size-4" />
    </button>
  )
}
