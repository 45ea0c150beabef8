import {
  DIFFERENT_A_DAY,
  DIFFERENT_LABEL,
  FOR_YOU_TITLE,
  NEWCOMER_PROMISE,
  PICKS_A_DAY,
} from '@rosella/contract/browse/rules'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTitle } from '../../platform/title'

const link = 'font-semibold underline underline-offset-4'

const sections: readonly { title: string; body: ReactNode }[] = [
  {
    title: 'Who is suggested',
    body: (
      <>
        <p>
          Only people who fit your preferences and whose preferences you fit, by gender, age, distance and
          whatever else either of you has set. Nobody whom you have blocked or are not interested in, nobody
          who has paused, and the same from their side.
        </p>
        <p>
          At most {PICKS_A_DAY} a day, the same all day. Nobody whom you have seen there comes back within 30
          days, unless there is nobody else.
        </p>
      </>
    ),
  },
  {
    title: 'In which order',
    body: (
      <>
        <p>
          We estimate the chance that you like them and the chance that they like you. Both have to be good: a
          high one does not make up for a low one. Then comes the chance that they are here this week.
        </p>
        <p>
          The estimate goes by how often you like people you are shown, how often they are liked by people who
          saw them, your ages, how far apart you live, what you are looking for, and the interests and
          languages you share. What nobody has had time to show us counts as average.
        </p>
        <p>
          Where they have sent you a like, or have been suggested you and sent none, we go by that. And who
          was seen a lot this week stands a little behind those who were not.
        </p>
      </>
    ),
  },
  {
    title: 'What is never used',
    body: <p>Ethnicity, gender at birth, income, education, photos, and whether somebody has Premium.</p>,
  },
  {
    title: 'Nobody is buried, nobody is left out',
    body: (
      <>
        <p>
          All suggestions of a day are given out together. There is a limit on how many likes they may bring
          to one person: when it is reached, the next best are suggested. So a few do not get everything, and
          a like has a chance of being answered.
        </p>
        <p>
          Everybody who is active and has enough photos is suggested to somebody at least once a week, and a
          newcomer at least {NEWCOMER_PROMISE} times in the first week, where that many fit.
        </p>
        <p>
          Of yours, {DIFFERENT_A_DAY} are marked “{DIFFERENT_LABEL}”: they are there because fewer people than
          usual have seen them lately, and not by the order above alone. They fit your preferences like
          everybody else.
        </p>
      </>
    ),
  },
  {
    title: 'What we count',
    body: (
      <p>
        How often each member was shown, opened and liked on a day, and how many cards they saw. Not who saw
        whom. The counts are kept for 60 days, your suggestions for 30, and both are in your data download.
      </p>
    ),
  },
  {
    title: 'What it cannot do',
    body: (
      <p>
        Know who suits you. Studies have found that profiles do not tell who will like whom when they meet.
        These are people worth a look, and nothing more is promised.
      </p>
    ),
  },
  {
    title: 'If you want none of it',
    body: (
      <p>
        Switch on “Hide suggestions” under{' '}
        <Link to="/settings#preferences" className={link}>
          Preferences
        </Link>
        . Then you get none and are suggested to nobody. You stay in the lists and searches.
      </p>
    ),
  },
]

/** How the suggestions come about, in plain words. Open to everybody. */
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
