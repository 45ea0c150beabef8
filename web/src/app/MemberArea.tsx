import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from '../platform/query'
import { MemberGate } from './Gate'

/** Everything behind log-in. Visitors never load it, nor the cache of server data it brings. */
export function MemberArea({ children }: { children?: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MemberGate>{children ?? <Outlet />}</MemberGate>
    </QueryClientProvider>
  )
}
