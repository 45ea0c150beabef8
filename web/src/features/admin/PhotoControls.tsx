import { rejectReasons } from '@rosella/contract/admin/rules'
import { Check, type LucideIcon, SkipForward, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'
import { Switch } from '../../ui/Switch'
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
      <Act letter={key('A')} icon={Check} onClick={acts.approve} disabled={isIdle} look="gum">
        Approve
      </Act>
      <h2 className="pt-2 text-base" id="reject-because">
        Reject because
      </h2>
      <ul aria-labelledby="reject-because" className="grid gap-1 sm:max-lg:grid-cols-2">
        {rejectReasons.map(({ label, words }, n) => (
          <li key={label}>
            <Act
              letter={key(String(n + 1))}
              onClick={() => acts.reject(words)}
              disabled={isIdle}
              title={words}
            >
              {label}
            </Act>
          </li>
        ))}
        <li>
          <Act letter={key('0')} onClick={acts.rejectOtherwise} disabled={isIdle}>
            Another reason…
          </Act>
        </li>
      </ul>
      <div className="grid grid-cols-2 gap-1 pt-2">
        <Act letter={key('S')} icon={SkipForward} onClick={acts.skip} disabled={isIdle}>
          Skip
        </Act>
        <Act letter={key('U')} icon={Undo2} onClick={acts.undo} disabled={!last}>
          Undo
        </Act>
      </div>
      <p className="min-h-5.5 truncate px-1 text-muted">{last && stepWords(last)}</p>
      <div className="pointer-coarse:hidden">
        <Switch label="Decide by keys" checked={keysOn} onChange={onKeysOn} />
      </div>
    </section>
  )
}

type ActProps = {
  letter: string | undefined
  icon?: LucideIcon
  onClick: () => void
  disabled: boolean
  title?: string
  look?: 'gum' | 'plain'
  children: ReactNode
}

function Act({ letter, icon: Icon, onClick, disabled, title, look = 'plain', children }: ActProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      title={title}
      aria-keyshortcuts={letter}
      className={cx(
        'petal-sm flex w-full items-center gap-2 px-3 text-start font-semibold transition disabled:opacity-45',
        look === 'gum'
          ? 'min-h-12 bg-gum text-base text-on-gum hover:bg-gum/88'
          : 'min-h-9.5 bg-surface inset-ring inset-ring-line hover:bg-sunken pointer-coarse:min-h-11',
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-4.5 shrink-0" />}
      {children}
      {letter && (
        <span
          aria-hidden="true"
          className={cx(
            'ms-auto grid h-6 min-w-6 place-items-center rounded-md px-1 font-bold font-sans text-xs pointer-coarse:hidden',
            look === 'gum' ? 'bg-on-gum text-gum' : 'bg-sunken inset-ring inset-ring-line-strong',
          )}
        >
          {letter}
        </span>
      )}
    </button>
  )
}
