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

/** [questions, plain share, shown] for two people who truly match at 62 % and are luckier than nine pairs in ten. */
const lucky: readonly (readonly [questions: number, share: number, shown: number])[] = [
  [10, 80, 50],
  [20, 75, 55],
  [50, 70, 55],
  [100, 68, 55],
]

/** Why we show a lower bound: with few questions, luck lifts the plain share far above the truth. */
function MatchPicture() {
  const y = (percent: number) => 160 - 2.8 * (percent - 38)
  return (
    <figure className="petal grid gap-3 bg-surface p-5 inset-ring inset-ring-line">
      <svg
        viewBox="0 0 320 206"
        role="img"
        aria-labelledby="match-picture"
        className="mx-auto w-full max-w-md"
      >
        <title id="match-picture">
          {`Lucky pairs whose true match is 62 %. Plain share and what we show: ${lucky
            .map(([questions, share, shown]) => `${share} % and ${shown} % with ${questions} questions`)
            .join(', ')}.`}
        </title>
        <line x1="10" x2="252" y1={y(62)} y2={y(62)} stroke="currentColor" strokeDasharray="4 4" />
        <text x="319" y={y(62) + 4} textAnchor="end" fill="currentColor" fontSize="13">
          true: 62 %
        </text>
        {lucky.map(([questions, share, shown], n) => {
          const x = 26 + n * 66
          return (
            <g key={questions}>
              <line
                x1={x}
                x2={x}
                y1={y(share)}
                y2={y(shown)}
                stroke="currentColor"
                className="text-muted"
                strokeWidth="6"
                strokeLinecap="round"
              />
              <circle cx={x} cy={y(share)} r="5" fill="currentColor" className="text-waratah" />
              <text
                x={x + 9}
                y={y(share) + 4}
                fill="currentColor"
                fontSize="13"
                className="font-semibold text-waratah"
              >
                {share} %
              </text>
              <circle cx={x} cy={y(shown)} r="5" fill="currentColor" className="text-gum" />
              <text
                x={x + 9}
                y={y(shown) + 13}
                fill="currentColor"
                fontSize="13"
                className="font-semibold text-gum"
              >
                {shown} %
              </text>
              <text
                x={x}
                y="183"
                textAnchor="middle"
                fill="currentColor"
                fontSize="13"
                className="text-muted"
              >
                {questions}
              </text>
            </g>
          )
        })}
        <text x="125" y="201" textAnchor="middle" fill="currentColor" fontSize="13" className="text-muted">
          questions both answered
        </text>
      </svg>
      <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-2.5 rounded-full bg-waratah" />
          the plain share of a lucky pair (one pair in ten)
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-2.5 rounded-full bg-gum" />
          what we show
        </span>
      </figcaption>
    </figure>
  )
}

const sections: readonly { title: string; id?: string; body: ReactNode }[] = [
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
    title: 'Questions, and what “At least 65 % match” means',
    id: 'questions',
    body: (
      <>
        <p>
          You and another member agree on a question if your answer is one they’d accept and theirs is one
          you’d accept. We count only questions that both of you answered and both of you show. Private
          answers count for nothing that others can see.
        </p>
        <p>
          From ten such questions on, we also show a percentage. It’s not the share you agree on: with few
          questions, that share is mostly luck. It’s the least that your match is likely to be, the lower end
          of the range that fits your answers (a 90 % Wilson interval). We work it out for both of you, take
          the geometric mean, round it down to 5, and never show more than 95.
        </p>
        <MatchPicture />
        <p>
          Saying that a question matters a lot can lower the number, if the other person doesn’t fit, but
          never raise it. If you’d accept several answers to a question, a good answer counts less than if
          you’d accept only one. Questions where you’d accept any answer don’t count for you, because nobody
          could fail them.
        </p>
        <p>
          The numbers change once a night, after midnight in Sydney. An answer counts once it’s a day old, and
          you can see someone’s answer a day after you gave yours. That way, nobody can find out what you keep
          to yourself by changing an answer and watching the number.
        </p>
        <p>
          In simulations of 80,000 pairs who answered 10 to 100 of the same questions, the number was higher
          than their true match for about one pair in 250. The plain share was higher for about half.
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
      {sections.map(({ title, id, body }) => (
        <section key={title} id={id} className="flex scroll-mt-4 flex-col gap-3">
          <h2 className="text-2xl">{title}</h2>
          {body}
        </section>
      ))}
    </article>
  )
}
