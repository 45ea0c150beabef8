import { problems } from '@rosella/contract/problems'
import { Sparkles } from 'lucide-react'
import { Link } from 'react-router'
import { Banner } from '../ui/Banner'
import { PremiumText } from './PremiumText'

/** Tells the others what is for premium members, what it would do for them, and how it is had on this site. */
export function PremiumNotice({ children }: { children: string }) {
  return (
    <Banner tone="wattle" icon={Sparkles}>
      <p className="font-semibold">{problems['access.premium'][1]}</p>
      <p>{children}</p>
      <div className="mt-2 grid gap-1.5 text-sm">
        <PremiumText />
        <p>
          <Link to="/membership" className="font-semibold underline underline-offset-4">
            About Premium
          </Link>
        </p>
      </div>
    </Banner>
  )
}
