import {
  DIFFERENT_A_DAY,
  DIFFERENT_LABEL,
  FOR_YOU_TITLE,
  NEWCOMER_EXPOSURE_TARGET,
  PICKS_A_DAY,
} from '@rosella/contract/browse/rules'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTitle } from '../../platform/title'

const link = 'font-semibold underline underline-offset-4'

const sections: readonly { title: string; body: ReactNode }[] = [
  {
    title: 'The people we suggest',
    body: (
      <>
        <p>
          Only people who match your preferences and whose preferences you match: gender, age, distance and
          anything else either of you has set. We leave out anyone who has paused. We also leave out people
          you’ve blocked or marked “Not interested”, and people who’ve done that to you.
        </p>
        <p>
          You get at most {PICKS_A_DAY} a day, and they stay the same all day. Nobody you’ve seen there comes
          back within 30 days, unless there’s nobody else.
        </p>
      </>
    ),
  },
  {
    title: 'How we order them',
    body: (
      <>
        <p>
          We estimate the chance that you’ll like them and the chance that they’ll like you. Both have to be
          good, because a high one doesn’t make up for a low one. Then comes the chance that they’ll be here
          this week.
        </p>
        <p>
          The estimate is based on how often you like people you’re shown, how often people who saw them liked
          them, your ages, how far apart you live, what you’re looking for, and the interests and languages
          you share. Where we don’t know enough yet, we assume the average.
        </p>
        <p>
          If they’ve already liked you, or were shown you and didn’t, that counts instead of the estimate.
          People who were seen a lot this week come slightly after those who weren’t.
        </p>
      </>
    ),
  },
  {
    title: 'Never used',
    body: <p>Ethnicity, gender at birth, income, education, photos, and whether someone has Premium.</p>,
  },
  {
    title: 'Nobody is swamped and nobody is left out',
    body: (
      <>
        <p>
          We work out a day’s suggestions for up to 5,000 people at a time. We aim to limit how many likes
          these suggestions bring any one person. Once someone reaches the limit, we suggest others instead,
          as long as there are enough others who match. Otherwise someone can go over the limit, so that
          nobody’s list stays short. In our simulated town of 2,000, that happened to about one person in nine
          on a day. That way, a few people don’t get everything, and a like has a chance of being returned.
        </p>
        <p>
          Everybody who is active and has enough photos is suggested to somebody at least once a week. A
          newcomer is suggested at least {NEWCOMER_EXPOSURE_TARGET} times in the first week, if that many
          people match.
        </p>
        <p>
          {DIFFERENT_A_DAY} of your suggestions are marked “{DIFFERENT_LABEL}”. We chose them partly because
          fewer people than usual have seen them lately. Like all your suggestions, they fit your preferences.
        </p>
      </>
    ),
  },
  {
    title: 'Numbers we count',
    body: (
      <p>
        How often each member was shown, opened and liked on a day, and how many cards they saw. We don’t
        count who saw which member. We keep the counts for 60 days and your suggestions for 30, and both are
        in your data download.
      </p>
    ),
  },
  {
    title: 'Its limits',
    body: (
      <p>
        It can’t know who is right for you. Studies have found that profiles don’t predict which people will
        like each other when they meet. These are people worth a look, and we promise nothing more.
      </p>
    ),
  },
  {
    title: 'How to opt out',
    body: (
      <p>
        Switch on “No suggestions” under{' '}
        <Link to="/settings#preferences" className={link}>
          Preferences
        </Link>
        . You’ll get no suggestions, and we won’t suggest you to anyone. You stay in the lists and searches.
      </p>
    ),
  },
  {
    title: 'And the scam shield?',
    body: (
      <p>
        It has nothing to do with suggestions. What it can and can’t do, with numbers, is on our{' '}
        <Link to="/safety#shield" className={link}>
          safety page
        </Link>
        .
      </p>
    ),
  },
]

/** Explains the suggestions. Visible without logging in. */
export function HowItWorksScreen() {
  useTitle(`How ${FOR_YOU_TITLE} works`)
  return (
    <article className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-8 px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-4xl sm:text-6xl">How {FOR_YOU_TITLE} works</h1>
      {sections.map(({ title, body }) => (
        <section key={title} className="flex flex-col gap-3">
          <h2 className="text-2xl">{title}</h2>
          {body}
        </section>
      ))}
    </article>
  )
}
