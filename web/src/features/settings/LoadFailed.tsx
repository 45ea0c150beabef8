import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'

export function LoadFailed({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Alert
      action={
        <Button tone="quiet" onClick={retry}>
          Try again
        </Button>
      }
    >
      {message}
    </Alert>
  )
}
