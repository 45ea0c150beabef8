import type { LocationValue } from '@rosella/contract/places/shapes'
import { problems } from '@rosella/contract/problems'
import { useState } from 'react'
import type { LocationControl } from '../../platform/places'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { CardPreview } from './CardPreview'
import type { Draft } from './draft'
import { StepFrame } from './StepFrame'

type LocationStepProps = {
  draft: Draft
  Location: LocationControl
  onChange: (home: LocationValue | null) => void
  /** Creates the account; what it rejects with is told here. */
  onSubmit: () => Promise<void>
}

export function LocationStep({ draft, Location, onChange, onSubmit }: LocationStepProps) {
  const { home } = draft
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function submit() {
    setProblem(undefined)
    setSending(true)
    try {
      await onSubmit()
    } catch (error) {
      setProblem((error as Error).message)
      setSending(false)
    }
  }

  return (
    <StepFrame
      heading="Step 2 of 3"
      lead="Where do you live?"
      current={1}
      aside={<CardPreview draft={draft} />}
    >
      <div className="grid gap-8">
        <section className="petal bg-surface p-5 inset-ring inset-ring-line sm:p-8">
          <Location value={home} onChange={onChange} />
        </section>
        {problem && <Alert>{problem}</Alert>}
        <div>
          <Button
            tone="affection"
            size="large"
            disabled={!home}
            pending={sending}
            reason={home ? '' : problems['signup.city'][1]}
            onClick={() => void submit()}
          >
            Continue
          </Button>
        </div>
      </div>
    </StepFrame>
  )
}
