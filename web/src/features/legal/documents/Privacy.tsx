import { cookies, emailKinds, storedData } from '@rosella/contract/account/stored-data'
import { DIFFERENT_A_DAY, PICKS_A_DAY } from '@rosella/contract/browse/rules'
import { HIDES_MAX } from '@rosella/contract/gestures/rules'
import { defaultSettings as defaults } from '@rosella/contract/settings/rules'
import { siteName } from '../../../platform/site'
import { ExternalLink } from '../ExternalLink'
import { type LegalDocument, LegalScreen, List } from '../LegalScreen'

/** Three lines of a card: the subject, the reason, and how long. */
const Facts = ({ facts }: { facts: readonly { what: string; why: string; until: string }[] }) => (
  <div className="grid gap-4">
    {facts.map(({ what, why, until }) => (
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
)

const privacy: LegalDocument = {
  title: 'Privacy notice',
  summary: (
    <p>
      We store what a dating site needs and nothing more. No advertising, no trackers, nothing sold, nothing
      loaded from other companies. You can download everything about you, and delete it, yourself and straight
      away.
    </p>
  ),
  sections: [
    {
      id: 'kept',
      title: 'The data we store, why, and for how long',
      body: (
        <>
          <Facts facts={storedData} />
          <p>
            We use IP addresses to limit repeated attempts and floods of requests. They stay in memory for at
            most an hour and are not in the site’s log unless its operator turns that on. In the same way, we
            count for a day how many emails we’ve sent to an address. Backups contain everything else above
            except selfies and the keys of deleted messages; the operator decides how long to keep them.
          </p>
        </>
      ),
    },
    {
      id: 'sensitive',
      title: 'Sensitive information',
      body: (
        <p>
          The gender you are interested in, your own gender and gender at birth, and your ethnicity if you
          state it, are sensitive information under the Privacy Act 1988. We collect them only because you
          give them to us, to show on your profile or to find people who match. Ethnicity is optional, as are
          most answers under “Edit”, and you can clear them at any time.
        </p>
      ),
    },
    {
      id: 'who-sees',
      title: 'People who can see it',
      body: (
        <List>
          <li>
            Members who are logged in see your first name, age, city, approved photos, profile answers, your
            Verified badge, when you were last active, and whether you are online.
          </li>
          <li>
            People you like, send a rose to, view or message can see that you did. In stealth mode your views
            stay hidden.
          </li>
          <li>
            No other member sees your email address, password, birthday, preferences, saved searches, blocks
            or reports.
          </li>
          <li>
            Members you have blocked, and people whose address you added under “People I know”, can’t see you
            at all.
          </li>
          <li>While your profile is paused, only people you are in touch with see you.</li>
          <li>
            Moderators see photos awaiting approval, selfies awaiting comparison, reports with their
            snapshots, and the accounts concerned. Everything they do is recorded.
          </li>
          <li>
            Outside {siteName}: the companies that run its servers, storage and email for us, who may use the
            data for nothing else, and the police or a court where the law requires it. If you turn on
            notifications on a device, the push service of your browser’s maker carries a notification that it
            cannot read.
          </li>
        </List>
      ),
    },
    {
      id: 'automatic',
      title: 'Automatic decisions',
      body: (
        <>
          <p>These are all the decisions that the site makes without a person.</p>
          <List>
            <li>
              <strong>Who you see in lists and searches:</strong> active members with enough approved photos
              who match you in both directions: gender, preferences, no block, not paused. A search also
              applies your filters.
            </li>
            <li>
              <strong>The order of lists and searches:</strong> by last activity, by when people joined, or by
              distance if you choose it. Nothing else counts, and premium changes nothing.
            </li>
            <li>
              <strong>For you:</strong> up to {PICKS_A_DAY} people a day. A score estimates how likely you two
              are to like each other, from the difference in age, the distance, how often each of you likes
              people and is liked, and how likely they are to be around this week. Goals, shared interests and
              languages count only if they have predicted likes on this site. Likes are spread so that nobody
              is shown to everyone; new members are shown more; {DIFFERENT_A_DAY} suggestions are “A bit
              different”. Ethnicity, gender at birth, income, education, photos and premium are never used.
              You can opt out in Settings.
            </li>
            <li>
              <strong>Scam shield:</strong> it looks for signs of a scam in messages, such as money,
              investments, other apps or the same first message to many people, and gives each sign points.
              With enough points the sender is asked before sending and the receiver is warned. With more
              points, or after warnings to two people, the sender cannot start new conversations until a
              moderator has reviewed the case. We tell them, and they can appeal.
            </li>
            <li>
              <strong>Hurtful words</strong> in a first message: the sender is asked once whether to send it.
            </li>
            <li>
              <strong>First messages:</strong> refused when the other person does not accept them from you,
              when your address is not confirmed, or after {defaults.first_messages} new conversations in 24
              hours ({defaults.first_messages_verified} with verified photos), half as many for 7 days after a
              report about you was upheld.
            </li>
            <li>
              <strong>Likes</strong> are refused after {defaults.likes} in 24 hours, blocks and “not
              interested” after {HIDES_MAX} together.
            </li>
            <li>
              <strong>Messages</strong> with links, over 2,000 characters, or too many in a short time are
              refused.
            </li>
            <li>
              <strong>Pages of members:</strong> at most {defaults.pages_minute} a minute and{' '}
              {defaults.pages_day.toLocaleString('en-AU')} a day, so that nobody copies profiles.
            </li>
            <li>
              <strong>Photos:</strong> cropped to their most striking part for the thumbnail. A fingerprint
              lets moderators find copies; a person decides what that means. With too few approved photos you
              are not listed, and after a day you see a Restricted badge.
            </li>
            <li>
              <strong>Log-in:</strong> after too many attempts or requests for codes, more are refused for a
              while.
            </li>
            <li>A suspension ends automatically on its date.</li>
            <li>
              Emails and notifications are sent as you chose, outside your quiet hours, and emails only when
              you have not been on the site for 10 minutes.
            </li>
          </List>
          <p>These are the default limits; the operator of this site can change them.</p>
        </>
      ),
    },
    {
      id: 'emails',
      title: 'Emails we send',
      body: (
        <List>
          {emailKinds.map(({ job, what, off }) => (
            <li key={job}>
              {what}.{off && ` Turn it off in ${off}.`}
            </li>
          ))}
        </List>
      ),
    },
    {
      id: 'browser',
      title: 'In your browser',
      body: (
        <>
          <p>
            Your browser stores your log-in, the look you chose, half-finished forms, message drafts, and
            messages, likes and passes until they’re sent, in its own storage. Logging out removes all of this
            except the look. There are no analytics and no third parties. These are the cookies:
          </p>
          <Facts
            facts={cookies.map(({ name, path, lifetime, why }) => ({
              what: name,
              why,
              until: `Sent to ${path === '/' ? 'every address of the site' : `addresses under ${path}`}. Lasts ${lifetime}.`,
            }))}
          />
        </>
      ),
    },
    {
      id: 'security',
      title: 'How it is protected',
      body: (
        <p>
          Passwords are hashed with argon2id. Log-in tokens, links and codes are stored only as hashes. Photos
          are stripped of location and camera data and stay private until approved. No log contains a password
          or a token. If a breach is likely to harm you, we tell you and the Office of the Australian
          Information Commissioner.
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
              See it: Settings, Account Status, “Download my data” gives you a ZIP file with everything,
              straight away.
            </li>
            <li>Correct it: under Edit and Settings. We correct what is locked after sign-up on request.</li>
            <li>
              Delete it: Settings, Account Status. It takes effect immediately, except for what the list above
              says we keep longer, so that reports can still be made and checked.
            </li>
            <li>Stop the emails: Settings, Email and Notifications, or the unsubscribe link in the email.</li>
          </List>
          <p>
            Send questions and complaints to the address at the end of this page; we reply within 30 days. If
            that does not settle it, the <ExternalLink href="https://www.oaic.gov.au">OAIC</ExternalLink> can
            help.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Changes',
      body: <p>If this notice changes in a way that matters, we’ll email you 14 days beforehand.</p>,
    },
  ],
}

export const PrivacyScreen = () => <LegalScreen {...privacy} />
