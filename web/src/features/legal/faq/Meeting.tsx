import { Heart } from 'lucide-react'
import type { Topic } from './topic'

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
