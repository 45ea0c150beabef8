import { useQuery } from '@tanstack/react-query'
import { call } from './api'
import { queryKeys } from './query-keys'

/** The operator's text about Premium, one paragraph per line. */
export function PremiumText() {
  const { data } = useQuery({
    queryKey: queryKeys.premiumText,
    queryFn: ({ signal }) => call('GET /api/settings', { settings: 'premium_text' }, { signal }),
  })
  const paragraphs = (data?.premium_text ?? '').split('\n').filter((line) => line.trim() !== '')
  return paragraphs.map((line) => <p key={line}>{line}</p>)
}
