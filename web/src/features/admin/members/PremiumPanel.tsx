import type { AdminMember } from '@rosella/contract/admin/shapes'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { submitForm } from '../../../platform/submit-form'
import { Button } from '../../../ui/Button'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { Tag } from '../../../ui/Tag'
import { memberName } from '../cases/case-labels'
import { Panel } from '../Panel'
import { dayAt, dayStart, UntilField } from '../UntilField'
import { useAdminAction } from '../use-admin'
import { siteDate } from '../when'

/** Lets an admin give Premium, permanently or until a day. */
export function PremiumPanel({ member }: { member: AdminMember }) {
  const { id, premium, premium_until_ts } = member
  const [asking, setAsking] = useState(false)
  const [ending, setEnding] = useState(false)
  const form = useForm({ defaultValues: { day: '' } })
  const { errors, isSubmitting } = form.formState
  const give = useAdminAction('POST /api/admin/member', {
    done: 'Premium has been given.',
    handlesErrors: true,
  })
  const end = useAdminAction('POST /api/admin/member', { done: 'Premium has ended.' })

  function ask() {
    // An end in the past is that of an earlier Premium.
    form.reset({ day: premium ? dayAt(premium_until_ts) : '' })
    setAsking(true)
  }

  async function send({ day }: { day: string }) {
    await give.mutateAsync({ id, premium: true, premium_until_ts: dayStart(day) })
    setAsking(false)
  }

  return (
    <Panel title="Premium" aside={<Tag tone={premium ? 'wattle' : 'plain'}>{premium ? 'Yes' : 'No'}</Tag>}>
      {premium && (
        <p>{premium_until_ts === null ? 'No end date.' : `Until ${siteDate(premium_until_ts)}.`}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" onClick={ask}>
          {premium ? 'Change the end date…' : 'Give Premium…'}
        </Button>
        {premium && (
          <Button tone="quiet" onClick={() => setEnding(true)}>
            End Premium…
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={submitForm(form, send)}
        title={premium ? 'Until when?' : `Give ${memberName(member)} Premium?`}
        confirmLabel={premium ? 'Change the end date' : 'Give Premium'}
        tone="ink"
        pending={isSubmitting}
        error={errors.root?.message}
      >
        <Controller
          control={form.control}
          name="day"
          render={({ field: { value, onChange } }) => (
            <UntilField
              label="Until"
              hint="Premium ends at the start of this day. If it’s empty, Premium doesn’t end."
              day={value}
              onChange={onChange}
            />
          )}
        />
      </ConfirmDialog>
      <ConfirmDialog
        open={ending}
        onClose={() => setEnding(false)}
        onConfirm={() => end.mutate({ id, premium: false }, { onSettled: () => setEnding(false) })}
        title={`End Premium for ${memberName(member)}?`}
        confirmLabel="End Premium"
        pending={end.isPending}
      >
        It ends immediately. You can give it again.
      </ConfirmDialog>
    </Panel>
  )
}
