import { clientMessage } from '@rosella/contract/client-problems'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : clientMessage('generic')

/**
 * The one way a form is sent: its rules first, then the call. What the call is refused with stands at the root of the
 * form's errors, in words, until it is sent again.
 */
export const submitForm = <F extends FieldValues>(
  form: UseFormReturn<F>,
  send: (fields: F) => Promise<unknown>,
  refusal: (error: unknown) => string = errorMessage,
) =>
  form.handleSubmit(async (fields) => {
    try {
      await send(fields)
    } catch (error) {
      form.setError('root', { message: refusal(error) })
    }
  })
