import { MOST_SPOKEN, MOST_TAGS } from '@rosella/contract/profile/lists'
import { labels, toggleRelocation } from '@rosella/contract/profile/rules'
import { Camera, Eye } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { Link } from 'react-router'
import { codeLabel } from '../../format/code-label'
import { interestGroups, languageGroups } from '../../format/pick-groups'
import type { LocationControl } from '../../platform/places'
import { useSession } from '../../platform/session'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { MultiChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { FieldError } from '../../ui/forms/Field'
import { PickList } from '../../ui/forms/PickList'
import { ProgressBar } from '../../ui/ProgressBar'
import { DiscussSection } from './DiscussSection'
import {
  Choices,
  failureOf,
  HeightField,
  LongText,
  NationalityField,
  ShortText,
  Slot,
  TaglineField,
} from './Fields'
import { completeness, type FormValues, fieldNames } from './form'
import { Section } from './Section'
import {
  type EditForm as EditFormAboutSection,
  type EditForm as EditFormDetailsSection,
  type EditForm as EditFormLifestyleSection,
  type EditForm as EditFormLookingSection,
  type EditForm as EditFormPickFields,
  type OwnUser,
  useEditForm,
} from './use-edit-form'

/** By these people are found and compared; what was written beside them is read. */
export function InterestPicks({ form }: { form: EditFormPickFields }) {
  return (
    <Slot form={form} name="tags">
      <PickList
        legend="Interests from the list"
        hint={`Up to ${MOST_TAGS}. People find each other by them.`}
        error={failureOf(form, 'tags')}
        action="Choose interests"
        groups={interestGroups}
        values={form.values.tags}
        onChange={(tags) => form.change('tags', tags)}
        most={MOST_TAGS}
      />
    </Slot>
  )
}

export function LanguagePicks({ form }: { form: EditFormPickFields }) {
  return (
    <Slot form={form} name="spoken">
      <PickList
        legend="Languages I speak"
        hint={`Up to ${MOST_SPOKEN}. People find each other by them.`}
        error={failureOf(form, 'spoken')}
        action="Choose languages"
        groups={languageGroups()}
        values={form.values.spoken}
        onChange={(spoken) => form.change('spoken', spoken)}
        most={MOST_SPOKEN}
      />
    </Slot>
  )
}

type AboutSectionProps = { form: EditFormAboutSection; genderSwitch: ReactNode }

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
function Fixed({ form: { own } }: { form: EditFormAboutSection }) {
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

export function DetailsSection({
  form,
  Location,
}: {
  form: EditFormDetailsSection
  Location: LocationControl
}) {
  return (
    <Section title="Details" lead="Answer what you like; the rest stays blank.">
      <Home form={form} Location={Location} />
      <div className="grid gap-x-6 gap-y-7 sm:grid-cols-2">
        <NationalityField form={form} />
        <HeightField form={form} />
        <ShortText form={form} field="ethnicity" />
        <ShortText form={form} field="languages" hint="In your own words." />
      </div>
      <LanguagePicks form={form} />
      <ShortText form={form} field="occupation" />
      <Choices form={form} field="education" />
      <Choices form={form} field="income" />
    </Section>
  )
}

function Home({ form, Location }: { form: EditFormDetailsSection; Location: LocationControl }) {
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

const relocations = Object.entries(labels.relocation).map(([value, label]) => ({ value, label }))

export function LifestyleSection({ form }: { form: EditFormLifestyleSection }) {
  const { relocation } = form.values
  return (
    <Section title="Lifestyle" lead="Click a chosen answer again to clear it.">
      <Choices form={form} field="smoking" />
      <Choices form={form} field="drinking" />
      <Choices form={form} field="tatoos" />
      <Choices form={form} field="marriage" />
      <Choices form={form} field="kids" />
      <Choices form={form} field="wants_kids" />
      <Slot form={form} name="relocation">
        <MultiChoiceGroup
          legend={fieldNames.relocation}
          error={failureOf(form, 'relocation')}
          options={relocations}
          values={[...relocation]}
          onChange={(_, clicked) => form.change('relocation', toggleRelocation(relocation, clicked))}
        />
      </Slot>
    </Section>
  )
}

export function LookingSection({ form }: { form: EditFormLookingSection }) {
  return (
    <Section title="Looking for" lead="So that nobody has to guess.">
      <Choices form={form} field="interested" hint="It decides whom you see, and who sees you." />
      <Choices form={form} field="relationship_goals" />
      <LongText form={form} field="wants" hint="The person and the days you hope for." />
    </Section>
  )
}

type EditFormProps = {
  loaded: OwnUser
  draft: Partial<FormValues>
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
        <LookingSection form={form} />
        <DetailsSection form={form} Location={Location} />
        <LifestyleSection form={form} />
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
            ? 'Nothing is missing. People can really get to know you.'
            : `Still open: ${open.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`}
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
