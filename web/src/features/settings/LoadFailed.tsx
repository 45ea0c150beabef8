import type { UseQueryResult } from '@tanstack/react-query'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'

type LoadFailedProps = { query: UseQueryResult; message?: string }

/** Why a query failed, with a button to try again. */
export const LoadFailed = ({ query, message = query.error?.message }: LoadFailedProps) => (
  <Alert
    action={
      <Button tone="quiet" pending={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    }
  >
    {message}
  </Alert>
)
