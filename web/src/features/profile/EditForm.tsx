import { Camera, Eye } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { LocationControl } from '../../platform/places'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { ProgressBar } from '../../ui/ProgressBar'
import { AboutSection } from './AboutSection'
import { DetailsSection } from './DetailsSection'
import { DiscussSection } from './DiscussSection'
import { completeness, type FormValues } from './form'
import { LifestyleSection } from './LifestyleSection'
import { LookingSection } from './LookingSection'
import { type OwnUser, useEditForm } from './use-edit-form'

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
