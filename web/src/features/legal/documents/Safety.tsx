import type { ReactNode } from 'react'
import { siteName } from '../../../platform/site'
import { ExternalLink } from '../ExternalLink'
import { HelpLines } from '../HelpLines'
import { type LegalDocument, List } from '../LegalScreen'

/** `reportGone` lets the reader report somebody who is no longer visible. */
export const safety = (reportGone: ReactNode): LegalDocument => ({
  title: 'Online dating safety policy',
  summary: (
    <p>
      In danger now? Call{' '}
      <a href="tel:000" className="font-semibold underline underline-offset-3">
        000
      </a>
      . Is someone on {siteName} asking you for money, rushing you or frightening you? Report and block them.
      It takes a few seconds, and they won’t know.
    </p>
  ),
  sections: [
    { id: 'help', title: 'Help right now', body: <HelpLines /> },
    {
      id: 'scams',
      title: 'Scams: the warning signs',
      body: (
        <>
          <p>Most romance scams follow the same pattern. Stop if you see any of these:</p>
          <List>
            <li>They declare their love within days, in words that would fit anybody.</li>
            <li>They soon want to use another app, where nobody can see what they write.</li>
            <li>
              They always have a reason not to meet or show themselves on video: they’re abroad, at sea or in
              the army.
            </li>
            <li>
              There’s an emergency, a blocked account, a sick child, or a fee to pay before they can come.
            </li>
            <li>
              They offer a sure investment, usually in crypto, with an app that shows how much you’ve already
              made.
            </li>
            <li>They ask for your bank details, an intimate picture, or for you to pass on a parcel.</li>
          </List>
          <p>
            <strong>
              Never send money, gift cards, crypto or intimate pictures to someone you haven’t met.
            </strong>{' '}
            If you’ve paid, call your bank first, then tell{' '}
            <ExternalLink href="https://www.scamwatch.gov.au">Scamwatch</ExternalLink> and{' '}
            <ExternalLink href="https://www.cyber.gov.au/report">ReportCyber</ExternalLink>.
          </p>
        </>
      ),
    },
    {
      id: 'pictures',
      title: 'If someone wants intimate pictures',
      body: (
        <>
          <p>
            Some people ask for a nude or a video call without clothes, often after sending “theirs” first. As
            soon as they have yours, they threaten to send it to your family, and want money.
          </p>
          <List>
            <li>Don’t send any to someone you haven’t met, whatever they’ve sent you.</li>
            <li>If they threaten you, don’t pay and don’t send more. Paying makes them ask again.</li>
            <li>Stop answering, keep the messages, then report and block them here.</li>
            <li>
              Contact <ExternalLink href="https://www.esafety.gov.au/report">eSafety</ExternalLink>. They get
              pictures removed, and they help whatever you’ve sent.
            </li>
          </List>
          <p>It’s not your fault.</p>
        </>
      ),
    },
    {
      id: 'shield',
      title: 'What our scam shield can and can’t do',
      body: (
        <>
          <p>
            The scam shield is a set of rules that looks for signs of a scam in your recent messages: money,
            another app, investments, documents, codes and intimate pictures. It asks the sender “Are you
            sure?”, warns you, and asks a moderator to review accounts that go on. It counts who first brought
            up a subject, not how they write, and isn’t meant to hold anything against you for replying.
          </p>
          <p>
            We tested it on 1,280 conversations, invented by a language model that didn’t know the rules, in
            eight voices. It warned about 536 of 576 scammers, usually by the third message after they brought
            up their subject. It questioned none of 11,064 ordinary messages, warned in 1 of 704 ordinary
            conversations, and was wrong about none of the 576 people who replied to a scammer. In another
            test with 147 scammers, who mostly write briefly, it found 65.
          </p>
          <p>
            So it misses many scams, above all those that only hint or are written in short messages, and
            sometimes it’s wrong about someone. No warning doesn’t mean that somebody is safe. If a warning is
            wrong, “It’s fine” ends it.
          </p>
        </>
      ),
    },
    {
      id: 'online',
      title: 'Before you meet',
      body: (
        <List>
          <li>Stay in the chat here at first, so that there’s proof if you need to report them.</li>
          <li>Look at their photos again, search for them on the web, and have a short video call.</li>
          <li>Keep your surname, address, workplace and routines to yourself for now.</li>
          <li>Say no to anything that feels wrong. Anyone who can’t take no for an answer isn’t for you.</li>
        </List>
      ),
    },
    {
      id: 'meeting',
      title: 'The first meeting',
      body: (
        <List>
          <li>Meet where there are other people, and make your own way there and home.</li>
          <li>Tell a friend who you’re meeting, where and when, and share your location with them.</li>
          <li>
            Start a check-in under Dates. We ask “Are you OK?” when you expect to be done, and alert your
            trusted contacts if you don’t answer or press “I need help”. You can also answer through the link
            in our email, without logging in. The person you meet never learns about it. We email your
            contacts but don’t call them or the police, so in danger call 000 yourself.
          </li>
          <li>Watch your drink. Keep your phone charged and your bag with you.</li>
          <li>In many venues, you can go to the bar and “Ask for Angela” to get help quietly.</li>
          <li>Leave whenever you like. You don’t owe anyone an explanation.</li>
        </List>
      ),
    },
    {
      id: 'consent',
      title: 'Consent',
      body: (
        <p>
          A yes only counts if it’s given freely, for this, and now. It can be taken back at any moment.
          Silence isn’t a yes. Neither is being drunk or asleep, or an earlier message. If something has
          happened to you, <ExternalLink href="https://www.1800respect.org.au">1800RESPECT</ExternalLink> will
          listen, day and night, even if you don’t want to go to the police.
        </p>
      ),
    },
    {
      id: 'report',
      title: 'How reporting works here',
      body: (
        <>
          <p>
            Open the three dots on a profile or a conversation, choose “Report user”, and give a reason and,
            if you like, a few details. To report a single message, open its menu (press and hold it, or
            right-click) and choose “Report this message”. We immediately keep a copy of the profile and your
            conversation, so that deleting them afterwards hides nothing. The other member never learns who
            reported them.
          </p>
          <p>
            A person reads every report. Reports about under-18s and threats come first. There are four
            possible outcomes: nothing was found, a warning, a suspension until a date, or a ban. A banned
            email address can’t join again. If somebody’s life or a child is in danger, we go to the police.
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
            Has someone blocked you, deleted their messages or their account? You can still report them for
            180 days after your last contact. We keep what they deleted for 90 days, encrypted so that nobody
            can read it. Only your report opens it, for our team.
          </p>
          <div>{reportGone}</div>
        </>
      ),
    },
    {
      id: 'warnings',
      title: 'When we warn you about someone',
      body: (
        <p>
          If we ban someone for a scam, we write to everyone who received a message from them in the last 365
          days, by email and with a notice on every page. It says who it was and what to do. We never ask for
          money, codes or documents. If the ban turns out to be a mistake, we tell you that too.
        </p>
      ),
    },
    {
      id: 'reach',
      title: 'Controlling who can contact you',
      body: (
        <List>
          <li>
            Settings, Preferences: choose who may write to you first. Anyone, people who match your
            preferences, verified members, or people you liked.
          </li>
          <li>
            “Not interested” ends the conversation without blocking anyone, and the person no longer appears
            in your lists.
          </li>
          <li>Settings, People I know: people with one of these addresses never see you.</li>
          <li>Settings, Account Status: pause, and strangers won’t find you until you resume.</li>
        </List>
      ),
    },
    {
      id: 'block',
      title: 'How blocking works here',
      body: (
        <p>
          “Block user” works immediately and in both directions. Neither of you sees the other anywhere on{' '}
          {siteName}, and neither can write. The other person isn’t notified, and to them it looks like a
          deleted account. You can undo it under Settings, Blocked Users.
        </p>
      ),
    },
    {
      id: 'built-in',
      title: 'Built-in protection',
      body: (
        <List>
          <li>
            Nobody sees a photo before a moderator has approved it, and photos contain no location or camera
            data.
          </li>
          <li>
            Others see your city, never where you are. We use your location once to find the city and don’t
            keep it.
          </li>
          <li>Links in messages are refused, because most scams start with one.</li>
          <li>Nobody can read the passwords we store, and you can end your sessions on other devices.</li>
        </List>
      ),
    },
  ],
})
