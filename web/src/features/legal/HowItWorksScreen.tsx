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
          The estimate is based mostly on how often you like people you’re shown and how often people who saw
          them liked them. Your ages and how far apart you live count a little. Where we don’t know enough
          yet, we assume the average.
        </p>
        <p>
          What you’re looking for, and the interests and languages you share, count for nothing at first. Once
          a day we compare the people that members were shown here with those they liked. If one of these
          things helps to predict the likes of members it wasn’t learned from, it counts that day. Otherwise
          it doesn’t. What we learn is six numbers for the whole site, and none about you.
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
          We limit how many likes a day’s suggestions can be expected to bring any one person, to about three
          times the average. Once someone reaches the limit, we suggest others instead, and your list may be
          shorter than {PICKS_A_DAY}. That way, a few people don’t get everything, and a like has a chance of
          being returned. Newcomers and people nobody has seen lately can go over the limit. So can others, if
          you’d otherwise get fewer than three suggestions or none marked “{DIFFERENT_LABEL}”. In our
          simulated town of 2,000, about one member in 200 was over it on a day.
        </p>
        <p>
          Everybody who is active and has enough photos is suggested to somebody at least once a week. A
          newcomer is suggested at least {NEWCOMER_EXPOSURE_TARGET} times in the first week, if that many
          people match.
        </p>
        <p>
          Each day, {DIFFERENT_A_DAY} of your suggestions are marked “{DIFFERENT_LABEL}”. We chose them partly
          because fewer people than usual have seen them lately. Like all your suggestions, they fit your
          preferences.
        </p>
      </>
    ),
  },
  {
    title: 'Numbers we count',
    body: (
      <p>
        How often each member was shown, opened and liked on a day, and how many cards they saw. These counts
        don’t say who saw which member. We keep them for 60 days. We keep your suggestions for 30 days, and
        learn from them what is described above. Both are in your data download.
      </p>
    ),
  },
  {
    title: 'Its limits',
    body: (
      <>
        <p>
          It can’t know who is right for you. Studies have found that profiles don’t predict which people will
          like each other when they meet. These are people worth a look, and we promise nothing more.
        </p>
        <p>
          In public ratings from a speed-dating study, an earlier version of our estimate put a pair who liked
          each other above a pair who didn’t in 75 cases out of 100. Guessing gets 50. Goals and interests
          with weights from a simulation made it worse (71), which is why we stopped using those. Everything
          else we can measure comes from simulated towns with invented taste: where shared goals and interests
          matter, learning brought 7% more mutual likes than leaving them out, and where they don’t, it cost
          nothing. A new or small site has too little to learn from.
        </p>
      </>
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
