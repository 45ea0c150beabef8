import { isAccessCode } from '@rosella/contract/access/rules'
import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { call, type Reply } from '../../platform/api'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { CodeInput } from '../../ui/forms/CodeInput'
import { Dialog } from '../../ui/overlays/Dialog'
import { Spinner } from '../../ui/Spinner'
import { CopyButton } from './CopyButton'

type Secret = Reply<'POST /api/two-step-start'>
type Drawn = Secret & { size: number; path: string }

type SetUpTwoStepDialogProps = { onClose: () => void; onConfirmed: (recoveryCodes: string[]) => void }

/** Shows the secret as a QR code and as text, and asks for a first code to check that the app has it. */
export function SetUpTwoStepDialog({ onClose, onConfirmed }: SetUpTwoStepDialogProps) {
  const [state, setState] = useState<Drawn | string>()
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState

  useEffect(() => {
    let left = false
    start().then(
      (drawn) => left || setState(drawn),
      (error: Error) => left || setState(error.message),
    )
    return () => {
      left = true
    }
  }, [])

  async function confirm({ code }: { code: string }) {
    onConfirmed((await call('POST /api/two-step-confirm', { code })).recovery_codes)
  }

  const isReady = typeof state === 'object'
  return (
    <Dialog
      open
      onClose={onClose}
      title="Set up two-step verification"
      size="small"
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          {isReady && (
            <Button type="submit" form="two-step-confirm" pending={isSubmitting}>
              Turn on
            </Button>
          )}
        </>
      }
    >
      {state === undefined && <Spinner label={sentences.loading} />}
      {typeof state === 'string' && <Alert>{state}</Alert>}
      {isReady && (
        <form id="two-step-confirm" noValidate onSubmit={submitForm(form, confirm)} className="grid gap-5">
          <p>Scan this code with an authenticator app, or type in the key below it.</p>
          {/* Always dark on light, because some apps can't read inverted codes. */}
          <svg
            role="img"
            aria-label="QR code for your authenticator app"
            viewBox={`0 0 ${state.size} ${state.size}`}
            shapeRendering="crispEdges"
            className="petal-sm mx-auto size-52"
          >
            <rect width={state.size} height={state.size} fill="#fff" />
            <path d={state.path} fill="#000" />
          </svg>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <code data-secret className="wrap-anywhere min-w-0 flex-1 basis-48 text-sm">
              {inFours(state.secret)}
            </code>
            <CopyButton text={state.secret} label="Copy the key" />
          </div>
          {errors.root && <Alert>{errors.root.message}</Alert>}
          <Controller
            control={form.control}
            name="code"
            rules={{ validate: (code) => isAccessCode(code) || clientMessage('code.invalid') }}
            render={({ field }) => (
              <CodeInput label="The six digits in the app" error={errors.code?.message} {...field} />
            )}
          />
        </form>
      )}
    </Dialog>
  )
}

/** Loads the QR code library on demand. */
async function start(): Promise<Drawn> {
  const [secret, { encode }] = await Promise.all([call('POST /api/two-step-start', {}), import('uqr')])
  const { data, size } = encode(secret.uri, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { ...secret, size, path: squares.join('') }
}

const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
