import { Sparkles } from 'lucide-react'
import { useSession } from '../../platform/session'
import { Banner } from '../../ui/Banner'
import { Tag } from '../../ui/Tag'

export const useIsPremium = (): boolean => useSession()?.premium ?? false

export const PremiumTag = () => <Tag tone="ink">Premium</Tag>

/** What is for premium members says so to the others, and what it would do for them. */
export function PremiumNotice({ children }: { children: string }) {
  if (useIsPremium()) return null
  return (
    <Banner tone="wattle" icon={Sparkles}>
      <p className="font-semibold">This is a Premium feature.</p>
      <p>{children}</p>
    </Banner>
  )
}
