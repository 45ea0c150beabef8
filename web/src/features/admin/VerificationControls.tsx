import { refusals } from '@rosella/contract/verification/rules'
import { Check, SkipForward } from 'lucide-react'
import { Switch } from '../../ui/Switch'
import { KeyButton } from './KeyButton'

interface Acts {
  approve: () => void
  refuse: (reason: (typeof refusals)[number]['key']) => void
  skip: () => void
}

type VerificationControlsProps = {
  acts: Acts
  isIdle: boolean
  mayApprove: boolean
  /** What was done last. */
  said: string
  keysOn: boolean
  onKeysOn: (on: boolean) => void
}

/** The buttons, each with its key, always in the same place. */
export function VerificationControls(props: VerificationControlsProps) {
  const { acts, isIdle, mayApprove, said, keysOn, onKeysOn } = props
  const key = (letter: string) => (keysOn ? letter : undefined)
  return (
    <section aria-label="Decide" className="grid content-start gap-2">
      <KeyButton
        letter={key('A')}
        icon={Check}
        onClick={acts.approve}
        disabled={isIdle || !mayApprove}
        look="gum"
      >
        Same person, poses right
      </KeyButton>
      <h2 className="pt-2 text-base" id="refuse-because">
        Refuse because
      </h2>
      <ul aria-labelledby="refuse-because" className="grid gap-1 sm:max-lg:grid-cols-2">
        {refusals.map(({ key: reason, label, words }, n) => (
          <li key={reason}>
            <KeyButton
              letter={key(String(n + 1))}
              onClick={() => acts.refuse(reason)}
              disabled={isIdle}
              title={words}
            >
              {label}
            </KeyButton>
          </li>
        ))}
      </ul>
      <div className="pt-2">
        <KeyButton letter={key('S')} icon={SkipForward} onClick={acts.skip} disabled={isIdle}>
          Skip
        </KeyButton>
      </div>
      <p className="min-h-5.5 px-1 text-muted">{said}</p>
      <div className="pointer-coarse:hidden">
        <Switch label="Decide by keys" checked={keysOn} onChange={onKeysOn} />
      </div>
    </section>
  )
}
