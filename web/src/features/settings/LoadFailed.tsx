import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'

/** What could not be loaded, and a way to try again. */
export function LoadFailed({ words, again }: { words: string; again: () => void }) {
  return (
    <Alert
      action={
        <Button tone="quiet" onClick={again}>
          Try again
        </Button>
      }
    >
      {words}
    </Alert>
  )
}
