import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button'

/** The mail is on its way. The heading takes the focus, which the button that sent it has lost. */
export function SentNotice(props: { title: string; children: ReactNode; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className="petal flex w-full max-w-md flex-col gap-3 bg-gum-soft p-6 text-on-gum-soft">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-2xl">
        <MailCheck aria-hidden="true" className="size-7 shrink-0" />
        {props.title}
      </h2>
      <p role="status">{props.children}</p>
      <p>Nothing there after a minute? Have a look in the spam folder.</p>
      <div>
        <Button tone="quiet" onClick={props.onBack}>
          Back to log in
        </Button>
      </div>
    </section>
  )
}
