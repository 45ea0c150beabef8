import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from '../platform/query'
import { useSession } from '../platform/session/session'
import { MemberGate } from './Gate'
import { lazyRoute } from './lazy-route'

// Few have paused.
const PausedStrip = lazyRoute(async () => (await import('./PausedStrip')).PausedStrip)

/** Everything behind log-in. Visitors never load it, nor the cache of server data it brings. */
export function MemberArea({ children }: { children?: ReactNode }) {
  const session = useSession()
  return (
    <QueryClientProvider client={queryClient}>
      {/* Another member starts with fresh screens: nothing typed or loaded by one stays for the next. */}
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
