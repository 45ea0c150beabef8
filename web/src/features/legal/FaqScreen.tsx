import { ChevronDown } from 'lucide-react'
import { useLocation } from 'react-router'
import { useSession } from '../../platform/session'
import { siteName } from '../../platform/site'
import { useTitle } from '../../platform/title'
import { ButtonLink } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { joining } from './faq/Joining'
import { leaving } from './faq/Leaving'
import { meeting } from './faq/Meeting'
import { safety } from './faq/Safety'
import type { Question, Topic } from './faq/topic'
import { HelpLines } from './HelpLines'

const tones: Record<Topic['tone'], string> = {
  wattle: 'bg-wattle-soft text-on-wattle-soft',
  waratah: 'bg-waratah-soft text-on-waratah-soft',
  gum: 'bg-gum-soft text-on-gum-soft',
  ink: 'bg-ink text-paper',
}

const topics = [joining, meeting, safety, leaving]

export function FaqScreen() {
  const { hash } = useLocation()
  const session = useSession()
  useTitle('FAQs')
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-12 px-4 py-10 sm:px-6 sm:py-14">
      <header className="flex flex-col gap-3">
        <h1 className="text-5xl sm:text-6xl">FAQs</h1>
        <p className="max-w-xl text-lg text-muted">
          How {siteName} works, who sees what, and how to look after yourself. Plain answers, no small print.
        </p>
      </header>
      {topics.map(({ title, icon: Icon, tone, questions }) => (
        <section key={title} aria-labelledby={`topic-${title}`} className="flex flex-col gap-3">
          <h2 id={`topic-${title}`} className="mb-1 flex items-center gap-3 text-2xl">
            <span aria-hidden="true" className={cx('petal-sm grid size-11 place-items-center', tones[tone])}>
              <Icon className="size-6" />
            </span>
            {title}
          </h2>
          {questions.map((question) => (
            <Answer key={question.id} {...question} open={hash === `#${question.id}`} />
          ))}
        </section>
      ))}
      <section aria-labelledby="help" className="flex flex-col gap-4">
        <h2 id="help" className="scroll-mt-4 text-2xl">
          Help right now
        </h2>
        <HelpLines />
      </section>
      {!session && (
        <aside className="petal flex flex-wrap items-center justify-between gap-4 bg-waratah-soft p-6 text-on-waratah-soft sm:p-8">
          <p className="font-[780] font-display text-2xl leading-tight">Say hello to someone nearby.</p>
          <ButtonLink to="/signup" tone="affection" size="large">
            Create free account
          </ButtonLink>
        </aside>
      )}
    </div>
  )
}

function Answer({ id, question, answer, open }: Question & { open: boolean }) {
  return (
    <details
      id={id}
      open={open}
      className="petal-md group scroll-mt-4 bg-surface inset-ring inset-ring-line open:inset-ring-line-strong"
    >
      <summary className="petal-md flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3 font-semibold text-lg leading-snug hover:bg-sunken [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDown
          aria-hidden="true"
          className="size-6 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex max-w-2xl flex-col gap-3 px-5 pt-1 pb-5">{answer}</div>
    </details>
  )
}
