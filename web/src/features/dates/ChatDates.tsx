import type { DatePlan } from '@rosella/contract/dates/endpoints'
import type { planAnswers } from '@rosella/contract/dates/rules'
import { useQueryClient } from '@tanstack/react-query'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import { useEffect, useRef, useState } from 'react'
import type { ChatDatesProps } from '../../platform/chat-target'
import { queryKeys } from '../../platform/query-keys'
import { getSession, isImpersonating } from '../../platform/session/session'
import { showToast } from '../../platform/toast'
import { Button, ButtonLink } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import {
  CalendarButton,
  isOpen,
  PlanCard,
  PlanDialog,
  type Refusal,
  stateTag,
  useDates,
  whenLabel,
} from './PlanCard'
import '../../full-styles.css'

/** How long a plan that has just ended stays in the conversation, in seconds before now. */
const ENDED_SHOWN = 86_400

type Answer = (typeof planAnswers)[number]

/** The plan of a date above the message box, or the button to suggest one. */
export function ChatDates({ partner, send }: ChatDatesProps) {
  const { data } = useDates()
  const cache = useQueryClient()
  const [dialog, setDialog] = useState<'plan' | 'suggest' | 'cancel'>()
  const [pending, setPending] = useState<Answer>()
  const card = useRef<HTMLElement>(null)
  const hasActed = useRef(false)
  const plans = (data?.dates ?? []).filter(({ partner_id }) => partner_id === partner.id)
  const plan = plans.find(isOpen)
  const shown = plan ?? plans.find((one) => isRecent(one))
  const isIdle = dialog === undefined && pending === undefined
  useEffect(() => {
    if (!isIdle || !hasActed.current || !shown) return
    hasActed.current = false
    // The button that was pressed, to which a dialog returns the focus, is gone.
    if (document.activeElement === document.body) card.current?.focus()
  }, [isIdle, shown])
  if (!data) return null

  /** Returns the reason if it was refused. */
  async function submit(sending: ReturnType<ChatDatesProps['send']>): Promise<Refusal | undefined> {
    const reply = await sending
    hasActed.current = reply.ok
    await cache.invalidateQueries({ queryKey: queryKeys.dates(getSession()?.id) })
    return reply.ok ? undefined : { message: reply.message, asks: reply.ask !== undefined }
  }
  async function answer(what: Answer) {
    if (!plan) return
    setPending(what)
    const seen = what === 'accept' ? { at_ts: plan.at_ts, place: plan.place } : {}
    const refusal = await submit(send('answerDate', { id: plan.id, answer: what, ...seen }))
    setPending(undefined)
    setDialog(undefined)
    if (refusal) showToast('danger', refusal.message)
  }
  return (
    <div className="border-line border-t bg-surface px-3 pt-2 has-[section]:pb-2 sm:px-measure">
      <VisuallyHidden>
        <span role="status">{shown && `${stateTag(shown)[1]}: ${whenLabel(shown)}`}</span>
      </VisuallyHidden>
      {shown && (
        <PlanCard ref={card} plan={shown}>
          {plan && !isImpersonating() && (
            <>
              {plan.state === 'proposed' && !plan.by_me && (
                <>
                  <Button pending={pending === 'accept'} onClick={() => void answer('accept')}>
                    Accept
                  </Button>
                  <Button tone="quiet" onClick={() => setDialog('suggest')}>
                    Suggest another time
                  </Button>
                  <Button tone="bare" pending={pending === 'decline'} onClick={() => void answer('decline')}>
                    Decline
                  </Button>
                </>
              )}
              {(plan.state === 'accepted' || plan.by_me) && (
                <div className="-ms-3 flex flex-wrap gap-x-1">
                  {plan.state === 'accepted' && <CalendarButton id={plan.id} />}
                  {plan.state === 'accepted' && (
                    <ButtonLink to={`/dates#check-in-${plan.id}`} tone="bare" className="px-3! text-sm">
                      {plan.check_in_id === null ? 'Start a check-in' : 'Your check-in'}
                    </ButtonLink>
                  )}
                  <Button tone="bare" className="px-3! text-sm" onClick={() => setDialog('suggest')}>
                    Change time
                  </Button>
                  <Button tone="bare" className="px-3! text-sm" onClick={() => setDialog('cancel')}>
                    Cancel date
                  </Button>
                </div>
              )}
            </>
          )}
        </PlanCard>
      )}
      {!plan && !isImpersonating() && (
        <Button
          tone="bare"
          icon={CalendarHeart}
          className="-ms-3 px-3! text-sm"
          onClick={() => setDialog('plan')}
        >
          Plan a date
        </Button>
      )}
      {dialog === 'plan' && (
        <PlanDialog
          open
          onClose={() => setDialog(undefined)}
          title="Plan a date"
          onSend={(fields) => submit(send('planDate', { receiver_id: partner.id, ...fields }))}
        />
      )}
      {dialog === 'suggest' && plan && (
        <PlanDialog
          key={plan.id}
          open
          onClose={() => setDialog(undefined)}
          title="Suggest another time"
          plan={plan}
          onSend={({ at_ts, place, sure }) =>
            submit(send('answerDate', { id: plan.id, answer: 'suggest', at_ts, place, sure }))
          }
        />
      )}
      <ConfirmDialog
        open={dialog === 'cancel' && plan !== undefined}
        onClose={() => setDialog(undefined)}
        onConfirm={() => void answer('cancel')}
        title="Cancel this date?"
        confirmLabel="Cancel date"
        cancelLabel="Keep it"
        pending={pending === 'cancel'}
      >
        {`${partner.username} will see that it was cancelled.`}
      </ConfirmDialog>
    </div>
  )
}

const isRecent = ({ state, at_ts }: DatePlan): boolean =>
  (state === 'cancelled' || state === 'declined') && at_ts > Date.now() / 1000 - ENDED_SHOWN
