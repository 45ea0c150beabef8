import { siteName } from '../../../platform/site'
import { type LegalDocument, List } from '../LegalScreen'
import { Outside } from '../Outside'
import { kept } from './kept-data'

export const privacy: LegalDocument = {
  title: 'Privacy notice',
  summary: (
    <p>
      We keep what a dating site needs and nothing more. No advertising, no trackers, nothing sold, nothing
      loaded from other companies. You can download everything about you, and delete it, by yourself and at
      once.
    </p>
  ),
  sections: [
    {
      id: 'kept',
      title: 'What we keep, why, and how long',
      body: (
        <div className="grid gap-4">
          {kept.map(({ what, why, until }) => (
            <dl key={what} className="petal-md grid gap-1.5 bg-surface p-5 inset-ring inset-ring-line">
              <dt className="sr-only">What</dt>
              <dd className="font-semibold">{what}</dd>
              <dt className="sr-only">Why</dt>
              <dd>{why}</dd>
              <dt className="sr-only">How long</dt>
              <dd className="text-muted">{until}</dd>
            </dl>
          ))}
        </div>
      ),
    },
    {
      id: 'sensitive',
      title: 'Sensitive information',
      body: (
        <p>
          Whom you are interested in, your gender and gender at birth, and your ethnicity if you state it, are
          sensitive information under the Privacy Act 1988. We collect them only because you give them to us
          to be shown on your profile or to find who suits you. Ethnicity and everything under “Edit” is
          optional and can be emptied at any time.
        </p>
      ),
    },
    {
      id: 'who-sees',
      title: 'Who sees what',
      body: (
        <List>
          <li>
            Members who are logged in see your first name, age, city, approved photos, the answers of your
            profile, when you were last active, and whether you are online.
          </li>
          <li>
            Whoever you like, send a rose, view or write to sees that you did. In stealth mode views stay
            hidden.
          </li>
          <li>Your email address, password, birthday, blocks and reports are shown to no other member.</li>
          <li>
            Blocked members see nothing of you at all, nor does anybody whose address you added yourself.
          </li>
          <li>While you pause, only people you are in touch with see you, and nobody is told why.</li>
          <li>
            Moderators see photos waiting for a decision, pictures of a camera that wait to be compared,
            reports with their snapshot, and the accounts concerned. Every action of theirs is recorded.
          </li>
          <li>
            Outside of {siteName}: those who run its servers, storage and mail for us and may use the data for
            nothing else, and the police or a court where the law says so. If you let us tell you on a device,
            the push service of your browser’s maker carries a notification that it cannot read.
          </li>
        </List>
      ),
    },
    {
      id: 'automatic',
      title: 'What is decided automatically',
      body: (
        <>
          <p>
            These are all the decisions that the site makes without a person. None of them uses a hidden
            score.
          </p>
          <List>
            <li>
              Whom you see when browsing: active, enough approved photos, suiting each other both ways, no
              block.
            </li>
            <li>The order: by last activity or by when somebody joined, and nothing else.</li>
            <li>With too few approved photos you are not listed, and after a day the bar says Restricted.</li>
            <li>Photos are cropped to their most striking part for the thumbnail.</li>
            <li>
              A fingerprint of each photo lets moderators find copies of it; a person decides what that means.
            </li>
            <li>Messages with links, over 2,000 characters, or too many in a short time, are refused.</li>
            <li>
              A first message is refused when the other takes none from you, when your address is not
              confirmed, or when you have begun many conversations that day: fewer for a week after a report
              about you was upheld.
            </li>
            <li>Too many attempts to log in or to ask for codes are refused for a while.</li>
            <li>A suspension ends by itself on its date.</li>
            <li>
              The weekly summary is written when there is something new and you have not switched it off.
            </li>
            <li>
              Mails and notifications about news go out as you chose, outside of your quiet hours, and mails
              only when you have not been here for ten minutes.
            </li>
          </List>
        </>
      ),
    },
    {
      id: 'browser',
      title: 'In your browser',
      body: (
        <p>
          Your browser keeps your log-in, the look you chose, half-finished forms and message drafts in its
          own storage. There is one cookie, <code>known_browser</code>: it remembers for 180 days that this
          browser has logged in before, so that a stranger who tries passwords cannot lock you out. It is sent
          only when you log in, says nothing about who you are, and ends when you change your password. There
          are no analytics and no third parties. Logging out removes the log-in.
        </p>
      ),
    },
    {
      id: 'security',
      title: 'How it is protected',
      body: (
        <p>
          Passwords are hashed with argon2id, log-in tokens, links and codes are stored as hashes only, photos
          are stripped of place and camera data and are private until approved, and no log holds a password or
          a token. If a breach is likely to harm you, we tell you and the Office of the Australian Information
          Commissioner.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: (
        <>
          <List>
            <li>
              See it: Settings, Account Status, “Download my data”, a ZIP with everything, made at once.
            </li>
            <li>Correct it: under Edit and Settings; what is locked after sign-up, we correct on request.</li>
            <li>
              Delete it: Settings, Account Status. It takes effect at once, but for what the list above says
              is held for 90 and 180 days so that reports stay possible.
            </li>
            <li>Stop the mails: the switch under Settings, Email, or the link in each weekly summary.</li>
          </List>
          <p>
            Questions and complaints go to the address at the end of this page; we answer within 30 days. If
            that does not settle it, the <Outside href="https://www.oaic.gov.au">OAIC</Outside> can help.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Changes',
      body: <p>When this notice changes in anything that matters, we tell you by email 14 days before.</p>,
    },
  ],
}
