import { TAGLINE } from '@rosella/contract/tagline'
import { lazy, Suspense } from 'react'
import { siteName } from '../../platform/site'
import { useTitle } from '../../platform/title'
import { cx } from '../../ui/cx'
import { useFormState } from './form-states'
import { HomeScene } from './HomeScene'
import { LogInArea } from './LogInArea'

// The first screen is drawn first; what is below it follows.
const Reasons = lazy(async () => ({ default: (await import('./Reasons')).Reasons }))

export function VisitorHome() {
  useTitle()
  const isForm = useFormState() !== undefined
  return (
    <>
      <div
        className={cx(
          'mx-auto grid w-full max-w-6xl items-center gap-x-16 gap-y-10 px-4 pb-8 sm:px-6 md:min-h-[min(42rem,calc(100dvh-4rem))] md:grid-cols-[1.05fr_1fr] md:py-12',
          isForm ? 'pt-5' : 'pt-8',
        )}
      >
        <div className="flex max-w-xl flex-col items-start gap-5">
          <p className="petal-sm bg-wattle-soft px-3.5 py-1.5 font-semibold text-on-wattle-soft">{TAGLINE}</p>
          <h1
            className={cx(
              'text-[clamp(3.25rem,9vw,6rem)] leading-[0.95] tracking-[-0.045em]',
              // On a phone whoever logs in sees the whole form at once.
              isForm && 'max-md:text-4xl',
            )}
          >
            {siteName}
          </h1>
          <p className={cx('max-w-md text-muted text-xl', isForm && 'max-md:hidden')}>
            Say hello to someone nearby. Every photo is checked by a person, and every profile starts a
            conversation.
          </p>
          <LogInArea />
          {!isForm && <p className="text-muted">You must be 18+ and have 3 photos to sign up.</p>}
        </div>
        <HomeScene />
      </div>
      <Suspense fallback={<div className="h-dvh" />}>
        <Reasons />
      </Suspense>
    </>
  )
}
