import type { ReactNode } from 'react'
import { siteName } from '../../../platform/site'
import { HelpLines } from '../HelpLines'
import { type LegalDocument, List } from '../LegalScreen'
import { Outside } from '../Outside'

/** `reportGone` is the way to a report about somebody who can no longer be seen. */
export const safety = (reportGone: ReactNode): LegalDocument => ({
  title: 'Online dating safety policy',
  summary: (
    <p>
      In danger now? Call{' '}
      <a href="tel:000" className="font-semibold underline underline-offset-3">
        000
      </a>
      . Someone on {siteName} asks for money, hurries you, or frightens you? Report and block them: it takes a
      few seconds, and they are not told.
    </p>
  ),
  sections: [
    { id: 'help', title: 'Help right now', body: <HelpLines /> },
    {
      id: 'scams',
      title: 'Scams: the warning signs',
      body: (
        <>
          <p>Most romance scams follow the same road. Stop when you see any of these:</p>
          <List>
            <li>Great love within days, and words that would fit anybody.</li>
            <li>Soon another app, where nobody can see what is written.</li>
            <li>
              Always a reason why they cannot meet or show themselves on video: abroad, at sea, in the army.
            </li>
            <li>An emergency, a blocked account, a sick child, a fee to be paid before they can come.</li>
            <li>
              A sure investment, usually in crypto, with an app that shows how much you have already won.
            </li>
            <li>
              A request for your bank details, for a parcel to be passed on, or for an intimate picture.
            </li>
          </List>
          <p>
            <strong>
              Never send money, gift cards, crypto or intimate pictures to somebody you have not met.
            </strong>{' '}
            If you have paid, call your bank first, then tell{' '}
            <Outside href="https://www.scamwatch.gov.au">Scamwatch</Outside> and{' '}
            <Outside href="https://www.cyber.gov.au/report">ReportCyber</Outside>. If somebody threatens to
            share a picture of you, do not pay: keep the messages and go to{' '}
            <Outside href="https://www.esafety.gov.au/report">eSafety</Outside>. It is not your fault.
          </p>
        </>
      ),
    },
    {
      id: 'online',
      title: 'Before you meet',
      body: (
        <List>
          <li>Stay in the chat here at first: what is written here can be reported with proof.</li>
          <li>Look at their photos again, and have a short video call. Search for the photos on the web.</li>
          <li>Keep your surname, address, workplace and routines to yourself for now.</li>
          <li>Say no to anything that feels wrong. Whoever minds a no is not for you.</li>
        </List>
      ),
    },
    {
      id: 'meeting',
      title: 'The first meeting',
      body: (
        <List>
          <li>Meet where there are people, and get there and home on your own.</li>
          <li>Tell a friend who, where and when, and share your position with them from your phone.</li>
          <li>Watch your drink. Keep your phone charged and your bag with you.</li>
          <li>In many venues you can go to the bar and “Ask for Angela” to be helped out quietly.</li>
          <li>Leave whenever you like. You owe nobody an explanation.</li>
        </List>
      ),
    },
    {
      id: 'consent',
      title: 'Consent',
      body: (
        <p>
          Yes means yes when it is said freely, for this, and now. It can be taken back at any moment. Silence
          is not a yes, neither is being drunk or asleep, and no earlier message is. If something has happened
          to you, <Outside href="https://www.1800respect.org.au">1800RESPECT</Outside> listens, day and night,
          also if you do not want to go to the police.
        </p>
      ),
    },
    {
      id: 'report',
      title: 'How reporting works here',
      body: (
        <>
          <p>
            Open the three dots on a profile or a conversation, choose “Report user”, give a reason and, if
            you like, a few words; beside a message the flag says “Report this message”. In that moment we
            keep a copy of the profile and of your conversation as they are, so that deleting them afterwards
            hides nothing. The other member never learns who reported them.
          </p>
          <p>
            A person reads every report; under 18 and threats come first. The outcome is one of four: nothing
            was found, a warning, a suspension until a date, or a ban. A banned address cannot join again.
            Where somebody’s life or a child is in danger, we go to the police.
          </p>
        </>
      ),
    },
    {
      id: 'gone',
      title: 'Someone you no longer see',
      body: (
        <>
          <p>
            Somebody has blocked you, taken back what they wrote, or deleted the account? For 180 days after
            your last contact you can still report them. What they deleted is held for 90 days, encrypted and
            readable by nobody; only your report opens it, for our team.
          </p>
          <div>{reportGone}</div>
        </>
      ),
    },
    {
      id: 'reach',
      title: 'Who may reach you',
      body: (
        <List>
          <li>
            Settings, Preferences: who may write to you first. Anyone, people who match your preferences,
            verified members, or people you liked.
          </li>
          <li>“Not interested” ends a conversation without a block, and takes it out of your lists.</li>
          <li>Settings, People I know: whoever has one of these addresses never sees you.</li>
          <li>Settings, Account Status: pause, and no stranger finds you until you resume.</li>
        </List>
      ),
    },
    {
      id: 'block',
      title: 'How blocking works here',
      body: (
        <p>
          “Block user” works in both directions and at once: neither of you sees the other anywhere on{' '}
          {siteName}, and neither can write. The other is not told, and cannot tell it from a deleted account.
          Settings, Blocked Users, takes it back.
        </p>
      ),
    },
    {
      id: 'built-in',
      title: 'What the site does by itself',
      body: (
        <List>
          <li>
            Nobody sees a photo before a moderator has approved it, and photos carry no place or camera data.
          </li>
          <li>
            Others see your city, never where you are: your position is used once to find it and not kept.
          </li>
          <li>Links in messages are refused, because most scams begin with one.</li>
          <li>Passwords are stored so that nobody can read them, and you can end your sessions elsewhere.</li>
        </List>
      ),
    },
  ],
})
