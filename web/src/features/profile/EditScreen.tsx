import { sentences } from '@rosella/contract/sentences'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../platform/api'
import type { LocationControl } from '../../platform/places'
import { queryKeys } from '../../platform/query-keys'
import { useSession } from '../../platform/session/session'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Skeleton } from '../../ui/Skeleton'
import { Tabs } from '../../ui/Tabs'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { readDraft } from './drafts'
import { EditForm } from './EditForm'
import '../../full-styles.css'

type EditScreenProps = {
  Location: LocationControl
  /** The switch that shows or hides gender at birth. */
  genderSwitch: ReactNode
}

export function EditScreen({ Location, genderSwitch }: EditScreenProps) {
  useTitle('My Profile')
  const session = useSession()
  // Read before the request, because the reply may be older than a save in progress.
  const [draft] = useState(() => readDraft(session?.id))
  const own = useQuery({
    queryKey: queryKeys.ownProfile(session?.id),
    queryFn: ({ signal }) => call('GET /api/user', {}, { signal }),
    // Fetched on every visit, but never refetched while the member types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6 px-4 py-8 sm:px-6 sm:py-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h1 className="text-4xl">Edit</h1>
        <Tabs
          label="Edit"
          tabs={[
            { to: '/edit', label: 'Profile' },
            { to: '/questions', label: 'Questions' },
          ]}
        />
      </div>
      {own.data ? (
        <EditForm loaded={own.data} draft={draft} Location={Location} genderSwitch={genderSwitch} />
      ) : own.isError ? (
        <Alert
          action={
            <Button tone="quiet" pending={own.isFetching} onClick={() => void own.refetch()}>
              Try again
            </Button>
          }
        >
          {own.error.message}
        </Alert>
      ) : (
        <div className="grid gap-6 lg:me-80">
          <VisuallyHidden>{sentences.loading}</VisuallyHidden>
          <Skeleton className="petal h-120" />
          <Skeleton className="petal h-80" />
        </div>
      )}
    </div>
  )
}
