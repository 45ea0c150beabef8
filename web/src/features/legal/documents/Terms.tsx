import { Link } from 'react-router'
import { siteName } from '../../../platform/site'
import { type LegalDocument, LegalScreen, List } from '../LegalScreen'

const link = 'font-semibold underline underline-offset-3'

const terms: LegalDocument = {
  title: 'Terms of use',
  summary: (
    <p>
      Be at least 18, be yourself, be kind, and don’t send anyone money. What you write and show stays yours.
      You can leave at any time, and your profile, photos and messages leave with you. The privacy notice
      lists the little we keep for safety. Your rights under Australian law come before anything on this page.
    </p>
  ),
  sections: [
    {
      id: 'agreement',
      title: 'About these terms',
      body: (
        <p>
          These terms are the agreement between you and the operator named at the end of this page about the
          use of {siteName}. By creating an account, you accept them, together with the{' '}
          <Link to="/safety" className={link}>
            online dating safety policy
          </Link>
          . The{' '}
          <Link to="/privacy" className={link}>
            privacy notice
          </Link>{' '}
          explains what we do with your data.
        </p>
      ),
    },
    {
      id: 'who',
      title: 'Joining',
      body: (
        <List>
          <li>You are 18 or older. We immediately close the accounts of anyone younger.</li>
          <li>You are single, or your partner knows and agrees, and you’re honest about it.</li>
          <li>
            You have no conviction for a sexual or violent offence, and no court order forbids you to use this
            site.
          </li>
          <li>We have not banned you before.</li>
          <li>You have only one account, it is about you, and nobody else uses it.</li>
        </List>
      ),
    },
    {
      id: 'profile',
      title: 'Your profile and photos',
      body: (
        <>
          <p>
            You can’t change your first name, gender, gender at birth and birthday after sign-up, so please
            make sure they’re right. Photos must show you and must be yours to use. A moderator checks them
            before anyone else sees them. With fewer approved photos than the site asks for, you’re active but
            not listed when others browse.
          </p>
          <p>
            What you write and show stays yours. You allow us to store it, to change its size and format, and
            to show it to other members of {siteName} for as long as you keep it here. We don’t use it for
            anything else, and we don’t sell any of it.
          </p>
        </>
      ),
    },
    {
      id: 'conduct',
      title: 'Not allowed',
      body: (
        <List>
          <li>Threats, harassment, hate, stalking, or writing to somebody who has said no.</li>
          <li>Asking for or offering money, investments, gift cards, or paid company of any kind.</li>
          <li>
            Pretending to be somebody else, or misleading photos, such as AI-generated ones or photos of
            someone else.
          </li>
          <li>Nudity in photos, or unwanted intimate pictures or messages.</li>
          <li>Anything sexual about people under 18. We report it to the police.</li>
          <li>
            Advertising, links in messages, collecting members’ data, or working around a block or a ban.
          </li>
          <li>Attacking the site, or trying to see data that isn’t yours.</li>
        </List>
      ),
    },
    {
      id: 'moderation',
      title: 'Reports and decisions',
      body: (
        <>
          <p>
            Anyone can report a member. A person, not a machine, decides every report, and may dismiss it,
            warn, suspend until a date, or ban. We tell you the reason. If you think a decision about you is
            wrong, write to the address at the end of this page, and somebody who didn’t make it will look
            again.
          </p>
          <p>
            To look into a report or a fault, an admin may open the site as a member sees it. Each time is
            recorded, with the reason and every change. The admin can correct your profile or photos, but
            can’t send messages, likes or roses in your name.
          </p>
        </>
      ),
    },
    {
      id: 'fees',
      title: 'Fees',
      body: (
        <p>
          Membership is free. Some features are for Premium members: changing your first name, stealth mode,
          read receipts, and deactivating your account. If a fee applies, it is in Australian dollars
          including GST, we show it before you agree to it, and it never renews without your consent.
        </p>
      ),
    },
    {
      id: 'leaving',
      title: 'Leaving',
      body: (
        <p>
          You can delete your account at any time under Settings, Account Status. It takes effect immediately
          and can’t be undone. We may end the service with 30 days’ notice by email, and you can still
          download your data then.
        </p>
      ),
    },
    {
      id: 'liability',
      title: 'Our liability',
      body: (
        <>
          <p>
            We don’t check criminal records or identity documents, and we can’t promise that members are who
            they say they are, that you’ll meet somebody, or that the site will never be interrupted. How you
            meet people is your own decision. Please read the safety policy first.
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
      title: 'Law and changes',
      body: (
        <p>
          Australian law applies, and you may go to the courts where you live in Australia. If we change
          anything important in these terms, we’ll email you 14 days before. If you don’t agree, you can leave
          before then. Changes never apply retrospectively.
        </p>
      ),
    },
  ],
}

export const TermsScreen = () => <LegalScreen {...terms} />
