import Sparkles from 'lucide-react/icons/sparkles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Banner } from '../overlays/Banner'

type PremiumNoticeProps = {
  children: string
  /** The operator's text on how to get Premium. */
  about: ReactNode
}

/** Tells members without Premium what a Premium feature would do for them. */
export function PremiumNotice({ children, about }: PremiumNoticeProps) {
  return (
    <Banner tone="wattle" icon={Sparkles}>
      <p className="font-semibold">This is a Premium feature.</p>
      <p>{children}</p>
      <div className="mt-2 grid gap-1.5 text-sm">
        {about}
        <p>
          <Link to="/membership" className="font-semibold underline underline-offset-4">
            About Premium
          </Link>
        </p>
      </div>
    </Banner>
  )
}
