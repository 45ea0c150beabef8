import ChevronDown from 'lucide-react/icons/chevron-down'
import Heart from 'lucide-react/icons/heart'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import Sprout from 'lucide-react/icons/sprout'
import { useLocation } from 'react-router'
import { useSession } from '../../platform/session/session'
import { siteName } from '../../platform/site'
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
            casual, or whichever it turns out to be. You choose whom you are interested in, and we show you
            people who are interested in someone like you too.
          </p>
          <p>Joining, browsing, liking, sending roses and chatting are free.</p>
        </>
      ),
    },
    {
      id: 'age',
      question: 'How old do I have to be?',
      answer: (
        <p>
          18 or older, no exceptions. We ask for your month and year of birth when you sign up, and it cannot
          be changed afterwards. If you believe someone here is younger, please use “Report user” and choose
          “Under 18”. A moderator looks at it.
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
            person, not a machine, looks at every photo before anyone else can see it. If one is turned down,
            you see the reason next to it, and you can upload another.
          </p>
          <p>
            You can look around while you wait. Your profile appears in Browse as soon as three of your photos
            are approved. Good ones: your face in daylight, you doing something you love, nobody else’s
            children. We remove the hidden data that cameras write into a file, such as where it was taken.
          </p>
        </>
      ),
    },
    {
      id: 'log-in',
      question: 'I forgot my password. What now?',
      answer: (
        <p>
          Choose “Forgot password?” at log in, and we send you a link to set a new one. Or skip the password
          altogether: we can email you a link or a six-digit code that logs you in. Never tell anybody such a
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
          Not from us. A profile shows your city, and the point on the map is the centre of that city for
          everybody in it. If you let your browser tell us where you are, we use it once to suggest the city,
          and do not keep it.
        </p>
      ),
    },
    {
      id: 'email',
      question: 'What will you email me?',
      answer: (
        <p>
          What you ask for (log-in links, codes, a new password), what you should know about your account or a
          report, and, if you leave it on, a short summary on Mondays when there is something to tell. Every
          summary has a link to stop it, and there is a switch in your settings.
        </p>
      ),
    },
    {
      id: 'delete',
      question: 'How do I delete my account?',
      answer: (
        <>
          <p>
            Settings, Account Status, Delete. Your profile, photos, likes, roses and messages in both
            directions are erased at once, the picture files too, and cannot be brought back. What moderators
            noted about reports stays, so that people remain protected; so does, for 90 days, an encrypted
            copy of your messages that only a report by the other side can open.
          </p>
          <p>
            Only need a break? Pause your profile under Settings, Account Status: strangers do not find you
            until you resume. Premium members can also deactivate, once in 30 days: nobody sees them until
            they log in again.
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
            <strong>A like</strong> says “I noticed you”. They see it under Likes. When they like you back, it
            becomes a mutual like.
          </li>
          <li>
            <strong>A rose</strong> is a little surprise for someone special. You can send the same person
            another one after 24 hours.
          </li>
          <li>
            <strong>A favourite</strong> is a bookmark for yourself. The other person is not told.
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
            No. Open a profile and write, unless it says that they take messages from some people only. A line
            about something in their profile works better than “hey”: the discussion prompts are there for
            exactly that.
          </p>
          <p>
            Messages cannot contain links. That one rule keeps out most scams. You can delete a message you
            sent, and it disappears for both of you; a message you received you can remove from your own side.
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
            Your profile and approved photos are shown to logged-in members only. When you open a profile, its
            owner finds you under “Viewed Me”. Likes and roses are shown to the person you sent them to. Your
            favourites and your settings are yours alone.
          </p>
          <p>Your email address is never shown to another member.</p>
        </>
      ),
    },
    {
      id: 'premium',
      question: 'What does Premium add?',
      answer: (
        <>
          <p>Four things, and none of them decides whether you may talk to someone:</p>
          <ul className="list-disc ps-5">
            <li>Stealth mode: look at profiles without appearing under “Viewed Me”.</li>
            <li>Read receipts: a second tick shows that your message has been read.</li>
            <li>Changing the first name on your profile.</li>
            <li>Deactivating your account for a while, and coming back when you like.</li>
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
