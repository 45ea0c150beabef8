import { charactersLeft } from '@rosella/contract/messages/rules'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button'
import { dialogFoot } from '../../ui/bar-height'
import { cx } from '../../ui/cx'
import { TextArea } from '../../ui/forms/TextArea'
import { useMedia } from '../../ui/use-media'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

/** Show the remaining characters from here on. */
const NEAR_LIMIT = 200

interface ComposerProps {
  ref: Ref<HTMLTextAreaElement>
  partner: string
  text: string
  error: string | undefined
  /** Nothing can be sent for now, but the text can be read and copied. */
  closed: boolean
  /** The member is replying to a prompt: take the focus in a dialog, even if that opens a keyboard. */
  takesFocus: boolean
  onText: (text: string) => void
  onSend: () => void
}

/**
 * Enter sends and Shift+Enter adds a line, but an Enter that ends an IME composition does neither. On touch devices Enter
 * adds a line too, because their keyboards have no Shift+Enter.
 */
export function Composer(props: ComposerProps) {
  const { ref, partner, text, error, closed, takesFocus, onText, onSend } = props
  const form = useRef<HTMLFormElement>(null)
  useKeptInView(form)
  // In full screen, toasts are above it.
  useEffect(() => dialogFoot(form.current), [])
  const isTouch = useMedia('(hover: none) and (pointer: coarse)')
  const left = charactersLeft(text)

  function press(event: KeyboardEvent) {
    // Safari ends the composition before the key event; only key code 229 still shows it.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229
    const isPlain = !event.ctrlKey && !event.metaKey
    if (event.key !== 'Enter' || event.shiftKey || composing || (isTouch && isPlain)) return
    event.preventDefault()
    if (!closed) onSend()
  }

  return (
    <form
      ref={form}
      data-composer
      className="short:[&_textarea]:min-h-[calc(1lh+1.25rem)] grid gap-2 border-line border-t bg-surface px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-measure"
      onSubmit={(event) => {
        event.preventDefault()
        if (!closed) onSend()
      }}
    >
      <TextArea
        ref={ref}
        label={`Message to ${partner}`}
        labelHidden
        enterKeyHint={isTouch ? 'enter' : 'send'}
        placeholder={`Write to ${partner}`}
        data-autofocus={takesFocus || window.matchMedia('(pointer: fine)').matches || undefined}
        readOnly={closed}
        value={text}
        error={error}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={press}
      />
      <div className="flex items-center gap-4">
        {!isTouch && (
          <p className="text-muted text-xs max-sm:hidden">Enter to send, Shift+Enter for a new line</p>
        )}
        <p
          className={cx(
            'ms-auto text-sm tabular-nums',
            left < 0 ? 'font-semibold text-danger' : 'text-muted',
          )}
        >
          {left <= NEAR_LIMIT && `${left} ${left === 1 ? 'character' : 'characters'} left`}
        </p>
        <Room left={left} />
        <Button type="submit" icon={SendHorizontal} disabled={closed}>
          Send
        </Button>
      </div>
    </form>
  )
}

/** Room at which screen readers announce how much is left, because an announcement at every key would drown the text. */
const STEPS = [0, 10, 50, 100, NEAR_LIMIT]

function Room({ left }: { left: number }) {
  const step = left < 0 ? -1 : STEPS.find((at) => left <= at)
  const [spoken, setSpoken] = useState({ step, left })
  if (spoken.step !== step) setSpoken({ step, left })
  return (
    <VisuallyHidden>
      <span role="status">
        {spoken.step !== undefined &&
          (spoken.left < 0
            ? `The message is too long by ${-spoken.left}.`
            : `Room for ${spoken.left} more ${spoken.left === 1 ? 'character' : 'characters'}.`)}
      </span>
    </VisuallyHidden>
  )
}

/** Keeps the focused box in view when a keyboard opens or the phone is rotated. */
function useKeptInView(form: { current: HTMLFormElement | null }): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const show = () => {
      if (form.current?.contains(document.activeElement)) form.current.scrollIntoView({ block: 'nearest' })
    }
    view.addEventListener('resize', show)
    return () => view.removeEventListener('resize', show)
  }, [form])
}
