import { QueryClientProvider } from '@tanstack/react-query'
import { PremiumText } from '../../platform/PremiumText'
import { queryClient } from '../../platform/query'
import { siteContact } from '../../platform/site'
import { useTitle } from '../../platform/title'

/** The specification's word, and the operator's own text about Premium. Visible without logging in. */
export function MembershipScreen() {
  useTitle('Membership')
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-5xl">Membership</h1>
      <div className="petal grid gap-3 bg-surface p-6 text-lg inset-ring inset-ring-line sm:p-8">
        <QueryClientProvider client={queryClient}>
          <PremiumText />
        </QueryClientProvider>
        <p className="text-base text-muted">
          Questions?{' '}
          <a href={`mailto:${siteContact}`} className="font-semibold text-ink underline underline-offset-4">
            {siteContact}
          </a>
        </p>
      </div>
    </div>
  )
}
