import { MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button'

export function SentNotice(props: { title: string; children: ReactNode; onBack: () => void }) {
  return (
    <section
      role="status"
      className="petal flex w-full max-w-md flex-col gap-3 bg-gum-soft p-6 text-on-gum-soft"
    >
      <h2 className="flex items-center gap-2 text-2xl">
        <MailCheck aria-hidden="true" className="size-7" />
        {props.title}
      </h2>
      <p>{props.children}</p>
      <p>Nothing there after a minute? Have a look in the spam folder.</p>
      <div>
        <Button tone="quiet" onClick={props.onBack}>
          Back to log in
        </Button>
      </div>
    </section>
  )
}
