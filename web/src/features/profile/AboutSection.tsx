import { labels } from '@rosella/contract/profile/rules'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { codeLabel } from '../../format/code-label'
import { useSession } from '../../platform/session'
import { LongText, TaglineField } from './Fields'
import { InterestPicks } from './PickFields'
import { Section } from './Section'
import type { EditForm } from './use-edit-form'

type AboutSectionProps = { form: EditForm; genderSwitch: ReactNode }

export function AboutSection({ form, genderSwitch }: AboutSectionProps) {
  return (
    <Section title="About you" lead="What others read first.">
      <TaglineField form={form} />
      <LongText form={form} field="about_offer" hint="Who you are, and what you bring." />
      <LongText form={form} field="interests" hint="What you could talk about for hours." />
      <InterestPicks form={form} />
      <Fixed form={form} />
      {genderSwitch}
    </Section>
  )
}

const monthAndYear = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What was settled at registration: shown, with the reason, and not to be changed. */
function Fixed({ form: { own } }: { form: EditForm }) {
  const firstName = useSession()?.username ?? ''
  const facts = [
    ['Gender at birth', codeLabel(labels.gender_birth, own.gender_birth)],
    ['Current gender', codeLabel(labels.gender, own.gender)],
    ['Birthday', own.birthday === null ? '' : monthAndYear.format(new Date(own.birthday))],
  ]
  return (
    <div className="petal-md grid gap-4 bg-sunken px-5 py-4">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <div>
          <dt className="text-muted text-sm">First name</dt>
          <dd className="flex flex-wrap gap-x-3 font-semibold">
            <span>{firstName}</span>
            <Link to="/settings#first-name" className="font-normal underline underline-offset-4">
              Change in settings
            </Link>
          </dd>
        </div>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="font-semibold">{fact}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        These were confirmed when you signed up and cannot be changed, so that people can rely on who they
        meet. Premium members can change their first name.
      </p>
    </div>
  )
}
