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

// `npm run screenshots` makes the pictures from the demo town.
const steps = [
  {
    title: 'Show yourself',
    text: 'Add three photos, a line about yourself and your town. A moderator checks the photos.',
    alt: 'My photos on a phone: three photos, with the first marked as the main photo.',
    pictures: { light: photosLight, dark: photosDark },
  },
  {
    title: 'Look around',
    text: 'See who is here and who is new. Like someone, or send a rose.',
    alt: 'A list of members on a phone: photos with names, towns and a line about each.',
    pictures: { light: listLight, dark: listDark },
  },
  {
    title: 'Say hello',
    text: 'Send a message when a profile speaks to you. You don’t need a match first.',
    alt: 'A conversation on a phone: messages in bubbles, with your own in crimson.',
    pictures: { light: chatLight, dark: chatDark },
  },
]

export function Steps() {
  const scheme = useScheme()
  return (
    <section aria-labelledby="steps" className="bg-sunken">
      <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-14 sm:px-6 sm:py-20">
        <h2 id="steps" className="text-3xl sm:text-5xl">
          Three steps to hello
        </h2>
        <ol className="grid gap-x-8 gap-y-12 md:grid-cols-3">
          {steps.map(({ title, text, alt, pictures }, place) => (
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
                <p className="text-muted">{text}</p>
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
    text: 'A moderator approves every photo before anyone else sees it. Not most of them. Every one.',
  },
  {
    icon: MessageSquareReply,
    title: 'Reports are answered',
    text: 'Every report gets a case number. A person reads it, makes a decision and lets you know.',
  },
  {
    icon: SlidersHorizontal,
    title: 'Matching works both ways',
    text: 'Say who you hope to meet. You only see people who match your preferences and whose preferences you match.',
  },
  {
    icon: MapPin,
    title: 'Your town, never your location',
    text: 'We use your location once to find your town and don’t store it. Others only see the town.',
  },
  {
    icon: EyeOff,
    title: 'No advertising, no trackers',
    text: 'The fonts, pictures and scripts are all our own. No other company looks over your shoulder.',
  },
  {
    icon: Leaf,
    title: 'Leave as easily as you joined',
    text: 'Download your data or delete your account in your settings at any time.',
  },
]

/** Below the first screen: why to join, how it works, what it costs and who runs it. Every claim must be true. */
export function Reasons() {
  return (
    <>
      <section
        aria-labelledby="different"
        className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-14 sm:px-6 sm:py-20"
      >
        <h2 id="different" className="max-w-2xl text-3xl sm:text-5xl">
          What’s different here
        </h2>
        <ul className="grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
          {reasons.map(({ icon: Icon, title, text }) => (
            <li
              key={title}
              className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1.5 sm:grid-cols-1 sm:gap-y-2.5"
            >
              <span className="petal-sm row-span-2 grid size-12 place-items-center sm:row-span-1 bg-sunken text-ink inset-ring inset-ring-line">
                <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
              </span>
              <h3 className="text-xl">{title}</h3>
              <p className="text-muted">{text}</p>
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
        Signing up, browsing, likes, roses, favourites and messages are free. Premium adds a few extras, but
        never moves anyone up the lists.{' '}
        <Link to="/membership" className="font-semibold text-ink underline underline-offset-4">
          What you get with Premium
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
        . {siteName} is open-source software under the MIT licence, so anyone can check how it treats you.
      </p>
    </section>
  )
}
