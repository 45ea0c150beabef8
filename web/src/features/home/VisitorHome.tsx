import { TAGLINE } from '@rosella/contract/tagline'
import { Suspense, useState } from 'react'
import { usePrefetch } from '../../platform/prefetch'
import { readEnded } from '../../platform/session/session'
import { siteName } from '../../platform/site'
import { useTitle } from '../../platform/title'
import { ButtonLink } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { failedQuietly, lazyPart } from '../../ui/lazy/LazyPart'
import { useFormState } from './form-states'
import { lights, partOfDay } from './part-of-day'

/** A bay in the light of the visitor's time of day, dimmed in dark mode, and a rosella with a speech bubble. */
export function HomeScene() {
  // It is drawn only once, so memoising every stroke would just add code.
  'use no memo'
  const [part] = useState(() => partOfDay(new Date().getHours()))
  const light = lights[part]
  return (
    <div aria-hidden="true" data-part-of-day={part} className="relative mx-auto w-full max-w-lg">
      <svg aria-hidden="true" viewBox="0 0 520 560" className="w-full">
        <clipPath id="home-petal">
          <path d="M96 0h328a96 96 0 0 1 96 96v368a96 96 0 0 1-96 96H12a12 12 0 0 1-12-12V96A96 96 0 0 1 96 0Z" />
        </clipPath>
        <clipPath id="home-sky">
          <path d="M0 300c46-22 88-8 132-26 62-26 98-14 152 8 60 24 150-10 236 4V0H0z" />
        </clipPath>
        <g clipPath="url(#home-petal)">
          <path fill={light.sky} d="M0 0h520v560H0z" />
          <path fill={light.haze} d="M0 120c90-30 170 10 260-8s170-40 260-14v462H0z" />
          {light.stars && (
            <path
              fill="#fff0cd"
              d="M92 70a3 3 0 1 0 .1 0ZM150 150a2 2 0 1 0 .1 0ZM236 44a2.500 2.500 0 1 0 .1 0ZM330 66a2 2 0 1 0 .1 0ZM452 58a3 3 0 1 0 .1 0ZM480 176a2 2 0 1 0 .1 0ZM40 178a2.500 2.500 0 1 0 .1 0ZM284 196a2 2 0 1 0 .1 0ZM196 232a2 2 0 1 0 .1 0Z"
            />
          )}
          <circle fill={light.disc} cx="366" cy={light.discY} r={light.discRadius} />
          <path
            fill={light.cloud}
            d="M196 128a22 22 0 0 1 0-44h10a30 30 0 0 1 56-8 22 22 0 0 1 40 8h20a22 22 0 0 1 0 44ZM58 214a17 17 0 0 1 0-34h8a23 23 0 0 1 43-6 17 17 0 0 1 30 6h9a17 17 0 0 1 0 34Z"
          />
          <path fill={light.far} d="M0 300c46-22 88-8 132-26 62-26 98-14 152 8 60 24 150-10 236 4v274H0z" />
          <path fill={light.near} d="M0 338c70-26 140 0 206-12 84-16 190 14 314-8v242H0z" />
          <path fill={light.water} d="M0 372h520v188H0z" />
          <path
            fill={light.ripple}
            d="M0 392c80-12 130 10 210 0s190-16 310 2v22c-120-16-220 4-310 2S80 404 0 416z"
          />
          <path
            fill={light.disc}
            opacity=".75"
            d="M300 392h132v9H300zM322 412h98v8h-98zM338 431h70v7h-70zM352 449h44v6h-44z"
          />
          <path fill={light.shore} d="M0 452c120-24 250 22 520-8v116H0z" />
          {/* Dark mode dims the landscape but not the bird. */}
          <path className="fill-scene-veil mix-blend-multiply" d="M0 0h520v560H0z" />
          <g clipPath="url(#home-sky)">
            <circle className="fill-scene-glow" cx="366" cy={light.discY} r={light.discRadius} />
          </g>
          <path
            fill="none"
            stroke="#4a2436"
            strokeWidth="15"
            strokeLinecap="round"
            d="M-10 486C90 452 210 466 330 440s130-36 200-28"
          />
          <path
            fill="none"
            stroke="#4a2436"
            strokeWidth="8"
            strokeLinecap="round"
            d="M352 436c30-30 44-62 88-82M92 468c-14-34-10-58-38-92"
          />
          <g fill="#5f8f6d">
            <path d="M440 354c34-10 60 4 74 40-40 2-64-12-74-40ZM428 362c4-34 24-54 60-58-4 36-26 56-60 58ZM54 376c-28-8-44-30-42-66 32 12 46 36 42 66Z" />
            <path
              fill="#7bab83"
              d="M58 384c20-30 48-40 82-26-22 28-48 38-82 26ZM398 388c34 6 52 28 52 62-34-6-54-28-52-62Z"
            />
          </g>
          <g fill="#f5b700">
            <circle cx="150" cy="446" r="15" />
            <circle cx="174" cy="432" r="11" />
            <circle cx="132" cy="428" r="10" />
          </g>
          <path fill="#1f4f9c" d="M196 440c-26 40-54 70-84 96l-26-6c26-34 50-68 68-104z" />
          <path fill="#2d6ac4" d="M206 434c-16 44-36 80-60 108l-20-2c20-36 38-74 50-112z" />
          <path
            fill="#c8143f"
            d="M160 440c-26-76 2-178 92-190 62-8 98 36 86 88-12 54-66 112-136 116-20 1-36-4-42-14Z"
          />
          <path fill="#8e0f30" d="M170 428c-10-58 14-112 66-126 34-8 56 12 50 46-8 44-56 88-116 80Z" />
          <path fill="#1f4f9c" d="M182 430c-8-42 10-82 46-94 22-6 36 8 32 32-6 34-38 66-78 62Z" />
          <path fill="#5fa0e6" d="M194 424c-4-28 8-52 30-60 14-4 22 6 20 20-4 22-26 42-50 40Z" />
          <path fill="#f6e6d8" d="M318 322c24-2 40-18 38-40-24-6-46 6-50 26 0 8 4 14 12 14Z" />
          <path fill="#5fa0e6" d="M300 334c20 16 46 12 54-8-20 2-38 0-54 8Z" />
          <path fill="#ffc933" d="M352 276c20-4 36 8 34 26-2 14-14 20-18 30-14-8-26-34-16-56Z" />
          <circle fill="#2a1428" cx="316" cy="284" r="9" />
          <circle fill="#fff" cx="319" cy="281" r="3" />
          <path
            fill="none"
            stroke="#4a2436"
            strokeWidth="7"
            strokeLinecap="round"
            d="M218 452l-4 18M250 446l-2 20"
          />
        </g>
      </svg>
      <span className="petal-own absolute -end-1 top-[8%] grid size-[21%] animate-arrive place-items-center bg-waratah text-on-waratah sm:-end-5">
        <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor" className="size-1/2">
          <path d="M12 21s-8.500-5.200-8.500-11.300A4.700 4.700 0 0 1 12 6.900a4.700 4.700 0 0 1 8.500 2.800C20.500 15.800 12 21 12 21Z" />
        </svg>
      </span>
      <span className="petal absolute start-[8%] -bottom-[3%] flex h-[13%] w-[30%] items-center justify-center gap-[8%] bg-surface inset-ring inset-ring-line">
        <span className="size-[12%] rounded-full bg-muted pt-[12%]" />
        <span className="size-[12%] rounded-full bg-muted pt-[12%]" />
        <span className="size-[12%] rounded-full bg-muted pt-[12%]" />
      </span>
    </div>
  )
}

// Keeps the first page small: the forms are loaded after it is painted, before anyone clicks.
const loadForms = () => import('./LogInForms')
const LogInForms = lazyPart(async () => (await loadForms()).LogInForms)

const EndedNotice = lazyPart(
  async () => (await import('../../platform/session/EndedNotice')).EndedNotice,
  failedQuietly,
)

/** The log-in area. Each of its states has an address, so that Back returns to the previous one. */
export function LogInArea() {
  const state = useFormState()
  usePrefetch(loadForms)
  if (state) {
    return (
      <Suspense fallback={<div className="min-h-80 w-full" />}>
        <LogInForms state={state} />
      </Suspense>
    )
  }
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/signup" tone="affection" size="large">
        Create free account
      </ButtonLink>
      <ButtonLink to="/#log-in" preventScrollReset tone="quiet" size="large">
        Log in
      </ButtonLink>
    </div>
  )
}

// The first screen is drawn first, the rest of the page later.
const Reasons = lazyPart(async () => (await import('./Reasons')).Reasons)

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
              // On a phone the whole form should be visible without scrolling.
              isForm && 'max-md:text-4xl',
            )}
          >
            {siteName}
          </h1>
          <p className={cx('max-w-md text-muted text-xl', isForm && 'max-md:hidden')}>
            Say hello to someone nearby. Every photo is checked by a person, and every profile starts a
            conversation.
          </p>
          {readEnded() && (
            <Suspense>
              <EndedNotice />
            </Suspense>
          )}
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
