import { Sprout } from 'lucide-react'
import { siteName } from '../../../platform/site'
import type { Topic } from './topic'

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
