import { clientMessage } from '@rosella/contract/client-problems'
import { REPORT_INFO } from '@rosella/contract/safety/rules'
import { sentences } from '@rosella/contract/sentences'
import { useQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useId, useRef } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { call, serverMessageOr } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import type { QuotedMessage } from '../../platform/safety-question'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { TextArea } from '../../ui/forms/TextArea'
import { Dialog } from '../../ui/overlays/Dialog'

type ReportDialogProps = {
  open: boolean
  onClose: (wasSent: boolean) => void
  username: string
  /** A member, or a past contact who is no longer visible. */
  about: { recipient_id: number } | { ref: string }
  /** The message that the report is about. */
  message?: QuotedMessage
  reasons: string[]
  /** Offered after the report, unless the member is already blocked. */
  onBlock?: () => void
}

/** For a screen without the reasons. */
export function ReportMember(props: { member: { id: number; username: string }; onClose: () => void }) {
  const { member, onClose } = props
  const reasons = useQuery({
    queryKey: queryKeys.reportReasons,
    queryFn: ({ signal }) => call('GET /api/settings', { settings: 'report_reasons' }, { signal }),
  })
  return (
    <ReportDialog
      open
      onClose={onClose}
      username={member.username}
      about={{ recipient_id: member.id }}
      reasons={reasons.data?.report_reasons ?? []}
    />
  )
}

interface Fields {
  reason: string | null
  info: string
}

export function ReportDialog(props: ReportDialogProps) {
  const { open, onClose, username, about, message, reasons, onBlock } = props
  const title = message ? 'Report this message' : 'ref' in about ? `Report ${username}` : 'Report user'
  const formId = useId()
  const form = useForm<Fields>({ defaultValues: { reason: null, info: '' } })
  const [reason, info] = useWatch({ control: form.control, name: ['reason', 'info'] })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  const send = ({ reason: report_reason, info }: Fields) =>
    call('POST /api/report-user', {
      ...about,
      ...(message ? { message_id: message.id } : {}),
      report_reason: report_reason ?? '',
      report_reason_info: info,
    })

  function close() {
    onClose(isSubmitSuccessful)
    form.reset()
  }

  if (isSubmitSuccessful) {
    return (
      <Dialog
        open={open}
        onClose={close}
        title={title}
        actions={
          <>
            <Button tone="quiet" onClick={close}>
              Done
            </Button>
            {onBlock && (
              <Button
                icon={Ban}
                onClick={() => {
                  close()
                  onBlock()
                }}
              >
                Block user
              </Button>
            )}
          </>
        }
      >
        <Thanks more={onBlock && `Would you like to block ${username} as well?`} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      written={info.trim() !== ''}
      actions={
        <>
          <Button tone="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={reason === null} pending={isSubmitting}>
            Submit
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={submitForm(form, send, (error) => serverMessageOr(error, clientMessage('generic')))}
        className="grid gap-5"
      >
        {message && (
          <blockquote
            dir="auto"
            className="petal-md wrap-anywhere line-clamp-6 max-w-full justify-self-start whitespace-pre-wrap bg-surface px-4 py-2.5 inset-ring inset-ring-line"
          >
            {message.text}
          </blockquote>
        )}
        <p className="text-muted">
          {`Our team will see this profile and your conversation, including messages deleted in the last 90 days. ${username} won’t know who reported them. If you’re in danger, call 000.`}
        </p>
        <Controller
          control={form.control}
          name="reason"
          render={({ field: { value, onChange } }) => (
            <ChoiceGroup
              legend="What’s wrong?"
              options={reasons.map((text) => ({ value: text, label: text }))}
              value={value}
              onChange={onChange}
            />
          )}
        />
        <Controller
          control={form.control}
          name="info"
          render={({ field }) => (
            <TextArea
              label="Anything else we should know?"
              optional
              maxLength={REPORT_INFO.characters}
              limit={REPORT_INFO.characters}
              {...field}
            />
          )}
        />
        {errors.root && <Alert>{errors.root.message}</Alert>}
      </form>
    </Dialog>
  )
}

/** Takes the focus, because the Submit button is gone, so that screen readers read the text. */
function Thanks({ more }: { more: string | undefined }) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <div ref={text} tabIndex={-1} className="flex gap-3 outline-none">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-gum" />
      <div className="grid gap-2">
        <p className="font-semibold">{sentences.reported}</p>
        {more && <p>{more}</p>}
      </div>
    </div>
  )
}
