import { rejectReasons } from '@rosella/contract/admin/rules'
import { Check, SkipForward, Undo2 } from 'lucide-react'
import { Switch } from '../../ui/Switch'
import { KeyButton } from './KeyButton'
import type { Step } from './photo-queue'
import { stepWords } from './step-words'

interface Acts {
  approve: () => void
  reject: (words: string) => void
  rejectOtherwise: () => void
  skip: () => void
  undo: () => void
}

type PhotoControlsProps = {
  acts: Acts
  /** There is nothing to decide about. */
  isIdle: boolean
  last: Step | undefined
  keysOn: boolean
  onKeysOn: (on: boolean) => void
}

/** The buttons, each with its key: they are the legend as well. Always in the same place, for hand and eye. */
export function PhotoControls({ acts, isIdle, last, keysOn, onKeysOn }: PhotoControlsProps) {
  const key = (letter: string) => (keysOn ? letter : undefined)
  return (
    <section aria-label="Decide" className="grid content-start gap-2 xl:order-3">
      <KeyButton letter={key('A')} icon={Check} onClick={acts.approve} disabled={isIdle} look="gum">
        Approve
      </KeyButton>
      <h2 className="pt-2 text-base" id="reject-because">
        Reject because
      </h2>
      <ul aria-labelledby="reject-because" className="grid gap-1 sm:max-lg:grid-cols-2">
        {rejectReasons.map(({ label, words }, n) => (
          <li key={label}>
            <KeyButton
              letter={key(String(n + 1))}
              onClick={() => acts.reject(words)}
              disabled={isIdle}
              title={words}
            >
              {label}
            </KeyButton>
          </li>
        ))}
        <li>
          <KeyButton letter={key('0')} onClick={acts.rejectOtherwise} disabled={isIdle}>
            Another reason…
          </KeyButton>
        </li>
      </ul>
      <div className="grid grid-cols-2 gap-1 pt-2">
        <KeyButton letter={key('S')} icon={SkipForward} onClick={acts.skip} disabled={isIdle}>
          Skip
        </KeyButton>
        <KeyButton letter={key('U')} icon={Undo2} onClick={acts.undo} disabled={!last}>
          Undo
        </KeyButton>
      </div>
      <p className="min-h-5.5 truncate px-1 text-muted">{last && stepWords(last)}</p>
      <div className="pointer-coarse:hidden">
        <Switch label="Decide by keys" checked={keysOn} onChange={onKeysOn} />
      </div>
    </section>
  )
}
