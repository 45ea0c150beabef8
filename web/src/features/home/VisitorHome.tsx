import { sentences } from '@rosella/contract/sentences'
import { lazy, Suspense } from 'react'
import { siteName } from '../../platform/site'
import { useTitle } from '../../platform/title'
import { HomeScene } from './HomeScene'
import { LogInArea } from './LogInArea'

const SmallPrint = lazy(async () => ({ default: (await import('../../ui/SmallPrint')).SmallPrint }))

export function VisitorHome() {
  useTitle()
  return (
    <>
      <div className="mx-auto grid w-full max-w-6xl flex-1 items-center gap-x-16 gap-y-10 px-4 py-8 sm:px-6 md:grid-cols-[1.05fr_1fr] md:py-12">
        <div className="flex max-w-xl flex-col items-start gap-5">
          <p className="petal-sm bg-wattle-soft px-3.5 py-1.5 font-semibold text-on-wattle-soft">
            {sentences.tagline}
          </p>
          <h1 className="text-[clamp(3.25rem,9vw,6rem)] leading-[0.95] tracking-[-0.045em]">{siteName}</h1>
          <p className="max-w-md text-muted text-xl">
            Say hello to someone nearby. Every photo is checked by a person, and every profile starts a
            conversation.
          </p>
          <LogInArea />
          <p className="text-muted">You must be 18+ and have 3 photos to sign up.</p>
        </div>
        <HomeScene />
      </div>
      <footer className="mx-auto w-full max-w-6xl px-4 pb-6 sm:px-6">
        <Suspense fallback={<div className="h-12" />}>
          <SmallPrint />
        </Suspense>
      </footer>
    </>
  )
}
