import ShieldCheck from 'lucide-react/icons/shield-check'
import { siteName } from '../../../platform/site'
import { ExternalLink } from '../ExternalLink'
import type { Topic } from './topic'

export const safety: Topic = {
  title: 'Staying safe',
  icon: ShieldCheck,
  tone: 'gum',
  questions: [
    {
      id: 'block',
      question: 'Someone is bothering me. How do I block them?',
      answer: (
        <p>
          Open the three dots on their profile and choose “Block user”. From then on, neither of you sees the
          other anywhere on {siteName}, and neither can write. They won’t be notified. If you change your
          mind, go to Settings, Blocked Users.
        </p>
      ),
    },
    {
      id: 'report',
      question: 'What happens when I report someone?',
      answer: (
        <p>
          Choose “Report user” on their profile or in the conversation, or the flag next to a message, and
          tell us why. We keep a copy of the profile and your conversation as they were, so deleting things
          afterwards hides nothing. A moderator reads your report and can warn, suspend or ban the member. The
          other person never learns who reported them.
        </p>
      ),
    },
    {
      id: 'gone',
      question: 'They blocked me or deleted their account. Can I still report them?',
      answer: (
        <p>
          Yes, for 180 days after your last contact. Go to Settings, Reports and choose “Report someone I can
          no longer see”. We keep what they deleted for 90 days, encrypted, and only your report opens it.
        </p>
      ),
    },
    {
      id: 'reach-me',
      question: 'Can I choose who writes to me?',
      answer: (
        <p>
          Yes. Under Settings, Preferences, choose who may write to you first. Choose “Not interested” to end
          a conversation. Under People I know, you can hide from people by their email address. With Pause,
          you hide from everybody you’re not in touch with.
        </p>
      ),
    },
    {
      id: 'verified',
      question: 'What does “Verified” mean?',
      answer: (
        <p>
          A moderator has compared the photos with two selfies, taken in poses that nobody could know in
          advance. We delete the selfies once we’ve decided. The badge says nothing about intentions, so be
          careful with anyone you haven’t met. You can verify your own photos under Settings, and ask the
          people you’re chatting with to do the same.
        </p>
      ),
    },
    {
      id: 'check-in',
      question: 'What is a check-in?',
      answer: (
        <p>
          A check-in looks out for you on a date. Choose “Check in” in your menu, enter up to three trusted
          contacts and when you expect to be done. Your contacts confirm by email. At that time we ask “Are
          you OK?”. You can add 30 minutes up to four times. Without an answer within 15, 30 or 60 minutes, or
          when you press “I need help”, your confirmed contacts receive an email with who you were meeting,
          where and when. “I’m OK” tells them that all is well. The person you meet and our staff never see
          any of it, and everything is deleted 7 days after the date.
        </p>
      ),
    },
    {
      id: 'meeting',
      question: 'How do I stay safe when we meet?',
      answer: (
        <ul className="list-disc ps-5">
          <li>Chat here first, and have a video call before you meet.</li>
          <li>Meet in a busy public place, and make your own way there and home.</li>
          <li>Tell a friend who you’re meeting, where and when, and share your location with them.</li>
          <li>Keep your address, workplace and bank details to yourself for now.</li>
          <li>Feel free to leave at any time. You don’t owe anyone an explanation.</li>
        </ul>
      ),
    },
    {
      id: 'locked-out',
      question: 'Can somebody lock me out by trying passwords?',
      answer: (
        <p>
          No. A link that we email you always lets you in. Wrong passwords typed elsewhere don’t count against
          a browser you’ve used before. We recognise it by a cookie that says nothing about you.
        </p>
      ),
    },
    {
      id: 'scams',
      question: 'How do I recognise a scam?',
      answer: (
        <p>
          They declare their love within days, always have a reason not to meet, soon want to use another app,
          and then ask for money: an emergency, a sure investment, gift cards, crypto. Never send money or
          intimate pictures to someone you haven’t met. Stop, report them to us, and tell{' '}
          <ExternalLink href="https://www.scamwatch.gov.au">Scamwatch</ExternalLink>. If you’ve paid, call
          your bank first.
        </p>
      ),
    },
  ],
}
