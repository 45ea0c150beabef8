import ChevronDown from 'lucide-react/icons/chevron-down'
import Heart from 'lucide-react/icons/heart'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import Mail from 'lucide-react/icons/mail'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sparkles from 'lucide-react/icons/sparkles'
import Sprout from 'lucide-react/icons/sprout'
import { useLocation } from 'react-router'
import { useSession } from '../../platform/session/session'
import { siteContact, siteName } from '../../platform/site'
import { useTitle } from '../../platform/title'
import { ButtonLink } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { safety } from './faq/Safety'
import type { Question, Topic } from './faq/topic'
import { HelpLines } from './HelpLines'

export const joining: Topic = {
  title: 'Joining',
  icon: Sprout,
  tone: 'wattle',
  questions: [
    {
      id: 'who',
      question: `Who is ${siteName} for?`,
      answer: (
        <>
          <p>
            Single adults in Australia who would like to meet someone, for something serious, something
            casual, or whichever it turns out to be. You choose who you’re interested in, and we show you
            people who are also interested in someone like you.
          </p>
          <p>Joining, browsing, liking, sending roses and chatting are free.</p>
        </>
      ),
    },
    {
      id: 'browsers',
      question: 'Which browsers can I use?',
      answer: (
        <p>
          Chrome, Edge, Firefox, Safari and Samsung Internet from the last two years, on a computer, a tablet
          or a phone. An older browser shows a page that asks you to update it.
        </p>
      ),
    },
    {
      id: 'age',
      question: 'How old do I have to be?',
      answer: (
        <p>
          18 or older, no exceptions. We ask for your month and year of birth when you sign up, and you can’t
          change them afterwards. If you think someone here is younger, please choose “Report user” and “Under
          18”. A moderator will look into it.
        </p>
      ),
    },
    {
      id: 'photos',
      question: 'Why do I need three photos, and who approves them?',
      answer: (
        <>
          <p>
            Three different photos are hard to fake, and they help someone say hello with more than “hi”. A
            person, not a machine, checks every photo before anyone else can see it. If we turn one down,
            you’ll see the reason next to it, and you can upload another.
          </p>
          <p>
            You can look around while you wait. Your profile appears in Browse as soon as three of your photos
            are approved. Good photos show your face in daylight, or you doing something you love, and nobody
            else’s children. We remove the hidden data that cameras add to a photo, such as where it was
            taken.
          </p>
        </>
      ),
    },
    {
      id: 'log-in',
      question: 'I forgot my password. What now?',
      answer: (
        <p>
          Choose “Forgot password?” when you log in, and we’ll send you a link to set a new one. Or skip the
          password altogether: we can email you a link or a six-digit code that logs you in. Never share that
          code. Nobody from {siteName} will ever ask for it.
        </p>
      ),
    },
  ],
}

export const leaving: Topic = {
  title: 'Privacy and leaving',
  icon: LockKeyhole,
  tone: 'ink',
  questions: [
    {
      id: 'location',
      question: 'Can anyone find out where I live?',
      answer: (
        <p>
          Not from us. Your profile shows your city, and the point on the map is the centre of that city for
          everybody in it. If you let your browser share your location, we use it once to suggest a city and
          don’t keep it.
        </p>
      ),
    },
    {
      id: 'email',
      question: 'What will you email me?',
      answer: (
        <p>
          Log-in links and codes you ask for, and news about your account or a report. Unless you switch them
          off, we also email you about new messages and matches, and send a short summary on Mondays if
          there’s something new. You can stop these with the link in each email or in your settings.
        </p>
      ),
    },
    {
      id: 'delete',
      question: 'How do I delete my account?',
      answer: (
        <>
          <p>
            Go to Settings, Account Status, Delete. We immediately erase your profile, photos and their files,
            likes, roses and messages in both directions, and can’t restore them. What moderators noted about
            reports stays, to keep people safe. For 90 days, so does an encrypted copy of your messages, which
            can only be opened if the other person reports you.
          </p>
          <p>
            Only need a break? Pause your profile under Settings, Account Status, and strangers won’t find you
            until you resume. Premium members can also deactivate their account once every 30 days, and nobody
            sees them until they log in again.
          </p>
        </>
      ),
    },
  ],
}

export const meeting: Topic = {
  title: 'Meeting people',
  icon: Heart,
  tone: 'waratah',
  questions: [
    {
      id: 'likes',
      question: 'What is the difference between a like, a rose and a favourite?',
      answer: (
        <ul className="list-disc ps-5">
          <li>
            <strong>A like</strong> says “I noticed you”. They see it under Likes. If they like you back, it
            becomes a mutual like.
          </li>
          <li>
            <strong>A rose</strong> is a little surprise for someone special. You can send the same person
            another one after 24 hours.
          </li>
          <li>
            <strong>A favourite</strong> is your private bookmark. The other person won’t know.
          </li>
        </ul>
      ),
    },
    {
      id: 'messages',
      question: 'Do we have to match before we can talk?',
      answer: (
        <>
          <p>
            No. Open a profile and write, unless it says that they only accept messages from some people. A
            line about something in their profile works better than “hey”, and that’s what the discussion
            prompts are for.
          </p>
          <p>
            Messages can’t contain links. That one rule keeps out most scams. If you delete a message you
            sent, it disappears for both of you. A message you received can only be removed on your side.
          </p>
        </>
      ),
    },
    {
      id: 'seen',
      question: 'Who sees what I do?',
      answer: (
        <>
          <p>
            Only logged-in members can see your profile and approved photos. When you open a profile, its
            owner sees you under “Viewed Me”. The people you send likes and roses to can see them. Your
            favourites and settings are private.
          </p>
          <p>We never show your email address to other members.</p>
        </>
      ),
    },
    {
      id: 'premium',
      question: 'What does Premium add?',
      answer: (
        <>
          <p>Four things, and you don’t need any of them to talk to someone:</p>
          <ul className="list-disc ps-5">
            <li>Stealth mode: look at profiles without appearing under “Viewed Me”.</li>
            <li>Read receipts: a second tick shows that your message has been read.</li>
            <li>Changing the first name on your profile.</li>
            <li>Deactivating your account for a while and coming back when you like.</li>
          </ul>
        </>
      ),
    },
  ],
}

const tones: Record<Topic['tone'], string> = {
  wattle: 'bg-wattle-soft text-on-wattle-soft',
  waratah: 'bg-waratah-soft text-on-waratah-soft',
  gum: 'bg-gum-soft text-on-gum-soft',
  ink: 'bg-ink text-paper',
}

const topics = [joining, meeting, safety, leaving]

export function FaqScreen() {
  const { hash } = useLocation()
  const session = useSession()
  useTitle('FAQs')
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-12 px-4 py-10 sm:px-6 sm:py-14">
      <header className="flex flex-col gap-3">
        <h1 className="text-5xl sm:text-6xl">FAQs</h1>
        <p className="max-w-xl text-lg text-muted">
          How {siteName} works, who sees what, and how to look after yourself. Plain answers, no small print.
        </p>
        <ul className="flex flex-wrap gap-3 pt-2">
          <li>
            <ButtonLink to="/safety" tone="quiet" icon={ShieldCheck}>
              Safety
            </ButtonLink>
          </li>
          <li>
            <ButtonLink to="/how-it-works" tone="quiet" icon={Sparkles}>
              How it works
            </ButtonLink>
          </li>
          <li>
            <ButtonLink to={`mailto:${siteContact}`} tone="quiet" icon={Mail}>
              Contact us
            </ButtonLink>
          </li>
        </ul>
      </header>
      {topics.map(({ title, icon: Icon, tone, questions }) => (
        <section key={title} aria-labelledby={`topic-${title}`} className="flex flex-col gap-3">
          <h2 id={`topic-${title}`} className="mb-1 flex items-center gap-3 text-2xl">
            <span aria-hidden="true" className={cx('petal-sm grid size-11 place-items-center', tones[tone])}>
              <Icon className="size-6" />
            </span>
            {title}
          </h2>
          {questions.map((question) => (
            <Answer key={question.id} {...question} open={hash === `#${question.id}`} />
          ))}
        </section>
      ))}
      <section aria-labelledby="help" className="flex flex-col gap-4">
        <h2 id="help" className="scroll-mt-4 text-2xl">
          Help right now
        </h2>
        <HelpLines />
      </section>
      {!session && (
        <aside className="petal flex flex-wrap items-center justify-between gap-4 bg-waratah-soft p-6 text-on-waratah-soft sm:p-8">
          <p className="font-[780] font-display text-2xl leading-tight">Say hello to someone nearby.</p>
          <ButtonLink to="/signup" tone="affection" size="large">
            Create free account
          </ButtonLink>
        </aside>
      )}
    </div>
  )
}

function Answer({ id, question, answer, open }: Question & { open: boolean }) {
  return (
    <details
      id={id}
      open={open}
      className="petal-md group scroll-mt-4 bg-surface inset-ring inset-ring-line open:inset-ring-line-strong"
    >
      <summary className="petal-md flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3 font-semibold text-lg leading-snug hover:bg-sunken [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDown
          aria-hidden="true"
          className="size-6 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex max-w-2xl flex-col gap-3 px-5 pt-1 pb-5">{answer}</div>
    </details>
  )
}
