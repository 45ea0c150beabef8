import { Link } from 'react-router'
import { siteName } from '../../../platform/site'
import { type LegalDocument, List } from '../LegalScreen'

const link = 'font-semibold underline underline-offset-3'

export const terms: LegalDocument = {
  title: 'Terms of use',
  summary: (
    <p>
      Be at least 18, be yourself, be kind, and send nobody money. What you write and show stays yours. You
      can leave at any moment, and then everything about you goes with you. Your rights under Australian law
      stand above anything on this page.
    </p>
  ),
  sections: [
    {
      id: 'agreement',
      title: 'What this is',
      body: (
        <p>
          These terms are the agreement between you and the operator named at the end of this page about the
          use of {siteName}. By creating an account you accept them, together with the{' '}
          <Link to="/safety" className={link}>
            online dating safety policy
          </Link>
          . The{' '}
          <Link to="/privacy" className={link}>
            privacy notice
          </Link>{' '}
          says what we do with what we know about you.
        </p>
      ),
    },
    {
      id: 'who',
      title: 'Who may join',
      body: (
        <List>
          <li>You are 18 or older. We close accounts of anyone younger, at once.</li>
          <li>You are single, or free by agreement with whoever it concerns, and say so honestly.</li>
          <li>
            You have no conviction for a sexual or violent offence, and no court order keeps you from using
            this.
          </li>
          <li>We have not banned you before.</li>
          <li>You have one account, it is about you, and nobody else uses it.</li>
        </List>
      ),
    },
    {
      id: 'profile',
      title: 'Your profile and photos',
      body: (
        <>
          <p>
            First name, gender, gender at birth and birthday cannot be changed after sign-up, so take care
            that they are right. Photos must show you, must be yours to use, and are looked at by a moderator
            before anyone else sees them. With fewer approved photos than the site asks for, you are active
            but not listed when others browse.
          </p>
          <p>
            What you write and show stays yours. You allow us to store it, to change its size and format, and
            to show it to other members of {siteName} for as long as you keep it here. We use it for nothing
            else, and we sell nothing of it.
          </p>
        </>
      ),
    },
    {
      id: 'conduct',
      title: 'What is not allowed',
      body: (
        <List>
          <li>Threats, harassment, hate, stalking, or writing on after somebody has said no.</li>
          <li>Asking for or offering money, investments, gift cards, or paid company of any kind.</li>
          <li>Pretending to be somebody else, and photos of others or made by a machine to mislead.</li>
          <li>Nudity in photos, and intimate pictures or words nobody asked for.</li>
          <li>Anything about people under 18, in any sexual connection. We report it to the police.</li>
          <li>
            Advertising, links in messages, collecting members’ data, or working around a block or a ban.
          </li>
          <li>Attacking the site, or trying to see what is not yours.</li>
        </List>
      ),
    },
    {
      id: 'moderation',
      title: 'What we do about it',
      body: (
        <>
          <p>
            Anyone can report a member. A person, not a machine, decides about every report, and may dismiss
            it, warn, suspend until a date, or ban. You are told the reason. If you think a decision about you
            is wrong, write to the address at the end of this page, and somebody who did not make it will look
            again.
          </p>
          <p>
            To look into a report or a fault, an administrator may open the site as a member sees it. Each
            time is recorded with its reason, nothing the administrator does then is shown to others as yours,
            and messages cannot be sent in your name.
          </p>
        </>
      ),
    },
    {
      id: 'fees',
      title: 'Fees',
      body: (
        <p>
          Membership is free. Some features are for Premium members: changing the first name, stealth mode,
          read receipts, and deactivating the account. Where a fee applies it is in Australian dollars
          including GST, it is shown before you agree to it, and it never renews without your consent.
        </p>
      ),
    },
    {
      id: 'leaving',
      title: 'Leaving',
      body: (
        <p>
          You can delete your account at any time under Settings, Account Status. It takes effect at once and
          cannot be undone. We may end the service with 30 days’ notice by email, and then you can still
          download your data.
        </p>
      ),
    },
    {
      id: 'liability',
      title: 'What we answer for',
      body: (
        <>
          <p>
            We do not check criminal records or identity documents, and we cannot promise that members are who
            they say they are, that you will meet somebody, or that the site is never interrupted. How you
            meet people is your own decision, and the safety policy is worth reading first.
          </p>
          <p>
            Nothing here excludes or limits the guarantees and remedies that the Australian Consumer Law gives
            you, nor liability for death, injury, fraud or gross negligence. Apart from these, we are not
            liable for what other members do.
          </p>
        </>
      ),
    },
    {
      id: 'law',
      title: 'Law, and changes',
      body: (
        <p>
          Australian law applies, and the courts at your home in Australia may hear you. When these terms
          change in anything that matters, we tell you by email 14 days before. If you do not agree, you can
          leave until then; a change never reaches back.
        </p>
      ),
    },
  ],
}
