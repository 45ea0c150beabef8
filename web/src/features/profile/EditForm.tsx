import { labels } from '@rosella/contract/profile/fields'
import Camera from 'lucide-react/icons/camera'
import Eye from 'lucide-react/icons/eye'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { Link } from 'react-router'
import { codeLabel } from '../../format/labels'
import type { LocationControl } from '../../platform/places'
import { useSession } from '../../platform/session/session'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { FieldError } from '../../ui/forms/Field'
import { ProgressBar } from '../../ui/ProgressBar'
import { DiscussSection } from './DiscussSection'
import type { Draft } from './drafts'
import { failureOf, SectionFields, Slot } from './Fields'
import { completeness, type FormValues } from './form'
import { Section } from './Section'
import { type EditFormState as Form, type OwnUser, useEditForm } from './use-edit-form'

type AboutSectionProps = { form: Form; genderSwitch: ReactNode }

function AboutSection({ form, genderSwitch }: AboutSectionProps) {
  return (
    <Section title="About you" lead="What others read first.">
      <SectionFields form={form} section="about" />
      <Fixed form={form} />
      {genderSwitch}
    </Section>
  )
}

const monthAndYear = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The read-only answers of sign-up, with the reason. */
function Fixed({ form: { own } }: { form: Form }) {
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
        You confirmed these when you signed up. They can’t be changed, so that people can trust who they meet.
        Premium members can change their first name.
      </p>
    </div>
  )
}

function DetailsSection({ form, Location }: { form: Form; Location: LocationControl }) {
  return (
    <Section title="Details" lead="Answer what you like and leave the rest blank.">
      <Home form={form} Location={Location} />
      <SectionFields form={form} section="details" />
    </Section>
  )
}

function Home({ form, Location }: { form: Form; Location: LocationControl }) {
  const errorId = useId()
  const failure = failureOf(form, 'location')
  return (
    <Slot form={form} name="location">
      <div data-wrong={failure ? '' : undefined} className="grid gap-2">
        <Location
          value={form.values.location}
          onChange={(home) => form.change('location', home)}
          level="h3"
        />
        <FieldError id={errorId}>{failure}</FieldError>
      </div>
    </Slot>
  )
}

type EditFormProps = {
  loaded: OwnUser
  draft: Draft
  Location: LocationControl
  genderSwitch: ReactNode
}

export function EditForm({ loaded, draft, Location, genderSwitch }: EditFormProps) {
  const form = useEditForm(loaded, draft)
  const place = useRef<HTMLFormElement>(null)
  const refusal = form.errors.root
  const hasFaults = useEffectEvent(() => Object.keys(form.errors).some((key) => key !== 'root'))
  useEffect(() => {
    if (form.submitCount === 0 || !hasFaults()) return
    place.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong] input')?.focus()
  }, [form.submitCount])

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-8">
      <Progress values={form.values} urlHash={form.own.url_hash} />
      <form
        ref={place}
        noValidate
        onSubmit={form.submit}
        aria-label="Your profile"
        className="grid grid-cols-1 gap-6 lg:col-start-1 lg:row-start-1"
      >
        <AboutSection form={form} genderSwitch={genderSwitch} />
        <Section title="Looking for" lead="So nobody has to guess.">
          <SectionFields form={form} section="looking" />
        </Section>
        <DetailsSection form={form} Location={Location} />
        <Section title="Lifestyle" lead="Click a chosen answer again to clear it.">
          <SectionFields form={form} section="lifestyle" />
        </Section>
        <DiscussSection form={form} loaded={loaded} />
        {refusal && <Alert>{refusal.message}</Alert>}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" size="large" pending={form.isSubmitting}>
            Save
          </Button>
          <p className="min-w-0 flex-1 basis-48 text-muted text-sm">Everything is also saved as you go.</p>
        </div>
      </form>
    </div>
  )
}

const SHOWN = 3

function Progress({ values, urlHash }: { values: FormValues; urlHash: string }) {
  const { percent, open } = completeness(values)
  const more = open.length - SHOWN
  return (
    <aside
      aria-label="Your progress"
      className="petal grid grid-cols-1 gap-5 bg-surface p-5 inset-ring inset-ring-line sm:p-6 lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1"
    >
      <div className="grid grid-cols-1 gap-3">
        <ProgressBar label="Profile complete" percent={percent} />
        <p className="text-muted text-sm">
          {open.length === 0
            ? 'Your profile is complete. People can really get to know you.'
            : `Still to do: ${open.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 lg:grid">
        <ButtonLink tone="quiet" icon={Eye} to={`/${urlHash}`}>
          See it as others do
        </ButtonLink>
        <ButtonLink tone="quiet" icon={Camera} to="/photos">
          My photos
        </ButtonLink>
      </div>
    </aside>
  )
}
