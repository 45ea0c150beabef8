import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from '../platform/query'
import { useSession } from '../platform/session/session'
import { lazyPart } from '../ui/lazy/LazyPart'
import { MemberGate } from './Gate'

// Loaded on demand, because few members are paused.
const PausedStrip = lazyPart(async () => (await import('./PausedStrip')).PausedStrip)

/** Everything that needs a log-in. Visitors load neither it nor its cache of server data. */
export function MemberArea({ children }: { children?: ReactNode }) {
  const session = useSession()
  return (
    <QueryClientProvider client={queryClient}>
      {/* The key resets all screens, so that nothing typed or loaded by one member is left for the next. */}
      <MemberGate key={session?.id}>
        {session?.paused && (
          <Suspense fallback={<div className="h-11 bg-wattle-soft" />}>
            <PausedStrip />
          </Suspense>
        )}
        {children ?? <Outlet />}
      </MemberGate>
    </QueryClientProvider>
  )
}
