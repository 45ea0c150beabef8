import { sentences } from '@rosella/contract/sentences'
import Ban from 'lucide-react/icons/ban'
import Flag from 'lucide-react/icons/flag'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../ui/Button'

type BlockedProfileProps = {
  /** Undefined if the member has already reported them. */
  onReport?: () => void
}

/** Shown instead of the profile of a member that the viewer has blocked. */
export function BlockedProfile({ onReport }: BlockedProfileProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Only if nothing else has the focus, such as a dialog.
  useEffect(() => {
    if (document.activeElement?.matches('body, #content')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <span aria-hidden="true" className="petal mb-2 grid size-24 place-items-center bg-sunken text-muted">
        <Ban className="size-10" strokeWidth={1.75} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        {sentences.blocked}
      </h1>
      <p className="text-muted">
        You can’t see each other’s profile or get in touch. You can unblock them in your settings.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/settings#blocked-users" tone="quiet">
          Blocked users
        </ButtonLink>
        {onReport && (
          <Button icon={Flag} onClick={onReport}>
            Report user
          </Button>
        )}
      </div>
    </div>
  )
}
