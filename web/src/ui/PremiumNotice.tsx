import { Sparkles } from 'lucide-react'
import { Banner } from './Banner'
import { Tag } from './Tag'

export const PremiumTag = () => <Tag tone="ink">Premium</Tag>

/** Tells the others what is for premium members, and what it would do for them. */
export function PremiumNotice({ children }: { children: string }) {
  return (
    <Banner tone="wattle" icon={Sparkles}>
      <p className="font-semibold">This is a Premium feature.</p>
      <p>{children}</p>
    </Banner>
  )
}
