import { clientMessage } from '@rosella/contract/client-problems'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : clientMessage('generic')

/**
 * Submits a form: validates it, then makes the call. If the call fails, its message is in the form's root error until the
 * next attempt.
 */
export const submitForm = <F extends FieldValues>(
  form: UseFormReturn<F>,
  send: (fields: F) => Promise<unknown>,
  messageFor: (error: unknown) => string = errorMessage,
) =>
  form.handleSubmit(async (fields) => {
    try {
      await send(fields)
    } catch (error) {
      form.setError('root', { message: messageFor(error) })
    }
  })
