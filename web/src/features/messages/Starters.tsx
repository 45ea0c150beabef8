import { MessageSquareQuote } from 'lucide-react'
import { Skeleton } from '../../ui/Skeleton'

interface StartersProps {
  partner: string
  prompts: readonly { q: string; a: string }[]
  onPick: (question: string) => void
}

/** Nothing has been said yet: what the other wrote about themselves is a way to begin. */
export function Starters({ partner, prompts, onPick }: StartersProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto px-4 py-6 text-center">
      <p className="font-bold font-display text-xl">Say hello to {partner}</p>
      {prompts.length === 0 ? (
        <p className="max-w-xs text-muted text-sm">
          A photo, a place, a question: one friendly line is plenty.
        </p>
      ) : (
        <>
          <p className="text-muted text-sm">Pick up something {partner} wrote:</p>
          <ul className="flex flex-wrap justify-center gap-2">
            {prompts.map(({ q }) => (
              <li key={q} className="min-w-0">
                <button
                  type="button"
                  onClick={() => onPick(q)}
                  className="petal-sm inline-flex min-h-11 items-center gap-2 bg-surface px-4 py-2 text-start font-semibold text-sm inset-ring inset-ring-line-strong transition hover:bg-wattle-soft hover:text-on-wattle-soft active:scale-97"
                >
                  <MessageSquareQuote aria-hidden="true" className="size-4.5 shrink-0" />
                  {q}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Where the bubbles are about to be. */
export function ConversationSkeleton({ words }: { words: string }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end gap-2 overflow-hidden px-4 pb-4">
      <p role="status" className="animate-late text-center text-muted text-sm">
        {words}
      </p>
      <Skeleton className="petal-md h-11 w-3/5" />
      <Skeleton className="petal-md h-11 w-2/5" />
      <Skeleton className="petal-md-own h-11 w-1/2 self-end" />
      <Skeleton className="petal-md h-17 w-3/5" />
      <Skeleton className="petal-md-own h-11 w-1/3 self-end" />
    </div>
  )
}
