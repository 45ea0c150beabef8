import ShieldCheck from 'lucide-react/icons/shield-check'
import { siteName } from '../../../platform/site'
import { Outside } from '../Outside'
import type { Topic } from './topic'

export const safety: Topic = {
  title: 'Staying safe',
  icon: ShieldCheck,
  tone: 'gum',
  questions: [
    {
      id: 'block',
      question: 'Somebody bothers me. How do I block them?',
      answer: (
        <p>
          Open the three dots on their profile and choose “Block user”. From then on neither of you sees the
          other anywhere on {siteName}, and neither can write. They are not told. Under Settings, Blocked
          Users, you can change your mind.
        </p>
      ),
    },
    {
      id: 'report',
      question: 'What happens when I report someone?',
      answer: (
        <p>
          Choose “Report user” on their profile or in the conversation, or the flag beside a message, and say
          why. We keep a copy of the profile and of your conversation as they were, so deleting things
          afterwards hides nothing. A moderator reads it, and can warn, suspend or ban. The other person never
          learns who reported them.
        </p>
      ),
    },
    {
      id: 'gone',
      question: 'They blocked me or deleted their account. Can I still report them?',
      answer: (
        <p>
          Yes, for 180 days after your last contact: under Settings, Reports, choose “Report someone I no
          longer see”. What they deleted is held encrypted for 90 days, and only your report opens it.
        </p>
      ),
    },
    {
      id: 'reach-me',
      question: 'Can I choose who writes to me?',
      answer: (
        <p>
          Yes. Under Settings, Preferences, say who may write to you first. “Not interested” on a profile or
          in a conversation ends it. Under People I know you can hide from email addresses, and with Pause
          from everybody you are not in touch with.
        </p>
      ),
    },
    {
      id: 'verified',
      question: 'What does “Verified” mean?',
      answer: (
        <p>
          That a moderator has compared the photos with two pictures of the member’s camera, taken in poses
          that nobody could know before. The pictures are destroyed with the decision. It says nothing about
          intentions: stay careful with anybody you have not met. You can verify your own photos under
          Settings, and ask those you write with to do so.
        </p>
      ),
    },
    {
      id: 'meeting',
      question: 'How do I stay safe when we meet?',
      answer: (
        <ul className="list-disc ps-5">
          <li>Chat here first, and have a video call before you meet.</li>
          <li>Meet in a busy public place, and get there and home on your own.</li>
          <li>Tell a friend who, where and when, and share your location with them.</li>
          <li>Keep your address, workplace and bank details to yourself for now.</li>
          <li>Feel free to leave at any moment. You owe nobody an explanation.</li>
        </ul>
      ),
    },
    {
      id: 'locked-out',
      question: 'Can somebody lock me out by trying passwords?',
      answer: (
        <p>
          No. A link that we mail you always lets you in, and a browser you have logged in with before has
          tries of its own: a cookie that says nothing about you remembers it.
        </p>
      ),
    },
    {
      id: 'scams',
      question: 'How do I recognise a scam?',
      answer: (
        <p>
          Great love within days, always a reason not to meet, soon another app, and then money: an emergency,
          a sure investment, gift cards, crypto. Never send money, or intimate pictures, to someone you have
          not met. Stop, report them to us, and tell{' '}
          <Outside href="https://www.scamwatch.gov.au">Scamwatch</Outside>. If you have paid, call your bank
          first.
        </p>
      ),
    },
  ],
}
