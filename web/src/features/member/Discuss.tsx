import { Reply } from 'lucide-react'
import { Button } from '../../ui/Button'

type DiscussProps = {
  prompts: { q: string; a: string }[]
  /** Takes the question up in the chat, where there is one. */
  onReply?: (prompt: string) => void
}

/** Questions the member answered: each already looks like the message one may reply to. */
export function Discuss({ prompts, onReply }: DiscussProps) {
  if (prompts.length === 0) return null
  return (
    <section id="dp" className="grid scroll-mt-4 gap-4">
      <h2 className="text-2xl">Discuss</h2>
      <ul className="grid gap-6">
        {prompts.map(({ q, a }) => (
          <li key={q} className="grid justify-items-start gap-2">
            <h3 className="font-sans font-semibold text-base text-muted tracking-normal">{q}</h3>
            <p className="petal wrap-anywhere max-w-full whitespace-pre-wrap bg-surface px-6 py-4 inset-ring inset-ring-line">
              {a}
            </p>
            {onReply && (
              <Button tone="bare" icon={Reply} onClick={() => onReply(q)} className="-ms-2">
                Reply to this
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
