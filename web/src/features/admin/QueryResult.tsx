import { sentences } from '@rosella/contract/sentences'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

type QueryResultProps<T> = {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
  /** Shown while loading; the lines of a table by default. */
  skeleton?: ReactNode
}

/** A query's data, a skeleton while it loads, or the error with a retry button. */
export function QueryResult<T>({ query, children, skeleton = <Lines /> }: QueryResultProps<T>) {
  return (
    <>
      {query.isError && (
        <Alert
          action={
            <Button tone="quiet" onClick={() => void query.refetch()} pending={query.isFetching}>
              Try again
            </Button>
          }
        >
          {query.error.message}
        </Alert>
      )}
      {query.isPending && (
        <>
          <VisuallyHidden>{sentences.loading}</VisuallyHidden>
          {skeleton}
        </>
      )}
      {query.data !== undefined && (
        <div aria-busy={query.isPlaceholderData} className="contents">
          {children(query.data)}
        </div>
      )}
    </>
  )
}

const Lines = () => (
  <div className="grid gap-2">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((line) => (
      <Skeleton key={line} className="petal-sm h-11" />
    ))}
  </div>
)
