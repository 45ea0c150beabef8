import { MailCheck } from 'lucide-react'
import { ButtonLink } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'

export function Sent() {
  return (
    <div role="status">
      <EmptyState
        title="Sent. Thank you!"
        icon={MailCheck}
        action={
          <ButtonLink to="/" tone="quiet">
            Go on
          </ButtonLink>
        }
      >
        A moderator looks at the two pictures beside your photos, usually within a day. Then they are
        destroyed, and we tell you here.
      </EmptyState>
    </div>
  )
}
