import { LockKeyhole } from 'lucide-react'
import type { Topic } from './topic'

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
