import EyeOff from 'lucide-react/icons/eye-off'
import Leaf from 'lucide-react/icons/leaf'
import MapPin from 'lucide-react/icons/map-pin'
import MessageSquareReply from 'lucide-react/icons/message-square-reply'
import ScanFace from 'lucide-react/icons/scan-face'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Link } from 'react-router'
import { legalAddress, siteContact, siteName } from '../../platform/site'
import { ButtonLink } from '../../ui/Button'
import { SmallPrint } from '../../ui/SmallPrint'
import { useScheme } from '../../ui/theme'
import chatDark from './pictures/chat-dark.avif'
import chatLight from './pictures/chat-light.avif'
import listDark from './pictures/list-dark.avif'
import listLight from './pictures/list-light.avif'
import photosDark from './pictures/photos-dark.avif'
import photosLight from './pictures/photos-light.avif'

// Made by `npm run screenshots`, from the demo town.
const steps = [
  {
    title: 'Show yourself',
    words: 'Three photos, a line about you, and your town. A moderator looks at the photos.',
    alt: 'My photos: three photos on a phone, the first of them marked as the main one.',
    pictures: { light: photosLight, dark: photosDark },
  },
  {
    title: 'Look around',
    words: 'See who is here and who is new. Like someone, or send a rose.',
    alt: 'A list of members on a phone: photos with names, towns and a line about each.',
    pictures: { light: listLight, dark: listDark },
  },
  {
    title: 'Say hello',
    words: 'Write when you like somebody’s words. You need no match to begin.',
    alt: 'A conversation on a phone: messages in bubbles, the own ones in crimson.',
    pictures: { light: chatLight, dark: chatDark },
  },
]

/** How it works, in pictures of the real screens. */
export function Steps() {
  const scheme = useScheme()
  return (
    <section aria-labelledby="steps" className="bg-sunken">
      <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-14 sm:px-6 sm:py-20">
        <h2 id="steps" className="text-3xl sm:text-5xl">
          Three steps to hello
        </h2>
        <ol className="grid gap-x-8 gap-y-12 md:grid-cols-3">
          {steps.map(({ title, words, alt, pictures }, place) => (
            <li key={title} className="grid content-start gap-4">
              <img
                src={pictures[scheme]}
                alt={alt}
                width={390}
                height={520}
                loading="lazy"
                decoding="async"
                className="petal mx-auto h-auto w-full max-w-sm bg-surface ring ring-line"
              />
              <div className="mx-auto grid w-full max-w-sm gap-1.5">
                <h3 className="flex items-center gap-3 text-2xl">
                  <span
                    aria-hidden="true"
                    className="petal-round grid size-9 shrink-0 place-items-center bg-ink text-base text-paper"
                  >
                    {place + 1}
                  </span>
                  {title}
                </h3>
                <p className="text-muted">{words}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const reasons = [
  {
    icon: ScanFace,
    title: 'A person checks every photo',
    words: 'No photo is shown before a moderator has looked at it and said yes. Not most of them: each one.',
  },
  {
    icon: MessageSquareReply,
    title: 'Reports are answered',
    words: 'Every report gets a case number. A person reads it and decides, and you get an answer.',
  },
  {
    icon: SlidersHorizontal,
    title: 'Preferences that work both ways',
    words:
      'Say who you hope to meet. You only see people who match your preferences and whose preferences you match.',
  },
  {
    icon: MapPin,
    title: 'Your town, never your position',
    words: 'Your position finds your town once and is not kept. Others see the town and nothing finer.',
  },
  {
    icon: EyeOff,
    title: 'No advertising, no trackers',
    words: 'Letters, pictures and scripts are the site’s own. No outside company looks over your shoulder.',
  },
  {
    icon: Leaf,
    title: 'Leave as easily as you came',
    words: 'Download your data or delete your account in the settings, by yourself, at any time.',
  },
]

/** Below the first screen: why here, how it goes, what it costs and who is behind it. True to the word. */
export function Reasons() {
  return (
    <>
      <section
        aria-labelledby="different"
        className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-14 sm:px-6 sm:py-20"
      >
        <h2 id="different" className="max-w-2xl text-3xl sm:text-5xl">
          What is different here
        </h2>
        <ul className="grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
          {reasons.map(({ icon: Icon, title, words }) => (
            <li
              key={title}
              className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1.5 sm:grid-cols-1 sm:gap-y-2.5"
            >
              <span className="petal-sm row-span-2 grid size-12 place-items-center sm:row-span-1 bg-sunken text-ink inset-ring inset-ring-line">
                <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
              </span>
              <h3 className="text-xl">{title}</h3>
              <p className="text-muted">{words}</p>
            </li>
          ))}
        </ul>
      </section>
      <Steps />
      <section className="mx-auto grid w-full max-w-6xl gap-5 px-4 py-14 sm:px-6 sm:py-20 md:grid-cols-2">
        <Cost />
        <Operator />
      </section>
      <footer className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t px-4 pt-5 pb-6 sm:px-6">
        <SmallPrint />
        <a
          href={`mailto:${siteContact}`}
          className="petal-sm flex min-h-11 items-center font-semibold text-muted text-sm underline-offset-4 hover:text-ink hover:underline"
        >
          Contact us
        </a>
      </footer>
    </>
  )
}

function Cost() {
  return (
    <section className="petal grid content-start gap-3 bg-surface p-6 inset-ring inset-ring-line sm:p-8">
      <h2 className="text-2xl">What it costs</h2>
      <p className="text-muted">
        Signing up, browsing, likes, roses, favourites and messages are free. Premium adds a few comforts, and
        moves nobody up the lists.{' '}
        <Link to="/membership" className="font-semibold text-ink underline underline-offset-4">
          What Premium gives
        </Link>
      </p>
      <div className="pt-2">
        <ButtonLink to="/signup" tone="affection">
          Sign up free
        </ButtonLink>
      </div>
    </section>
  )
}

function Operator() {
  return (
    <section className="petal wrap-anywhere grid min-w-0 content-start gap-3 bg-surface p-6 inset-ring inset-ring-line sm:p-8">
      <h2 className="text-2xl">Who runs it</h2>
      <address className="whitespace-pre-line font-semibold not-italic">{legalAddress}</address>
      <p className="text-muted">
        Write to{' '}
        <a href={`mailto:${siteContact}`} className="font-semibold text-ink underline underline-offset-4">
          {siteContact}
        </a>
        . {siteName} runs on open software under the MIT licence, so anybody can read how it treats you.
      </p>
    </section>
  )
}
