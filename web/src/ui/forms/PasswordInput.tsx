import CircleCheck from 'lucide-react/icons/circle-check'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react'
import { cx } from '../cx'
import { joinRefs } from '../join-refs'
import { controlLook, FieldFrame, type FieldText } from './Field'

/** What a new password may be made of. The contract's rule fits. */
type PasswordRule = {
  allows: (character: string) => boolean
  accepts: (password: string) => boolean
  invalidText: string
}

type PasswordInputProps = FieldText &
  Omit<ComponentProps<'input'>, 'type'> & {
    /** Without a rule (log in) every key works and nothing is judged. */
    rule?: PasswordRule
  }

/**
 * Show and hide, keys that the rule forbids are blocked, validity shown live. Only typing is blocked: a paste or a
 * password manager always gets through, and the live judgement says what is wrong with it.
 */
export function PasswordInput(props: PasswordInputProps) {
  const { label, hint, error, optional, labelHidden, className, rule, ref, onChange, ...input } = props
  const own = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const [text, setText] = useState('')
  const [blocked, setBlocked] = useState<string | null>(null)
  const password = typeof input.value === 'string' ? input.value : text

  useEffect(() => {
    const node = own.current
    if (!node || !rule) return
    function block(event: InputEvent) {
      const typed = event.inputType === 'insertText' ? [...(event.data ?? '')] : []
      const wrong = typed.find((character) => !rule?.allows(character)) ?? null
      if (wrong !== null) event.preventDefault()
      setBlocked(wrong)
    }
    // Not React's onBeforeInput, which is made of other events and also fires for a paste.
    node.addEventListener('beforeinput', block)
    return () => node.removeEventListener('beforeinput', block)
  }, [rule])

  function change(event: ChangeEvent<HTMLInputElement>) {
    setText(event.target.value)
    onChange?.(event)
  }

  const judged = rule && password !== ''
  const valid = judged && rule.accepts(password)
  const blockedText =
    blocked !== null && `${blocked === ' ' ? 'A space' : `“${blocked}”`} can't be part of a password.`
  const problem = error || blockedText || (judged && !valid && rule.invalidText)
  const Icon = shown ? EyeOff : Eye

  return (
    <FieldFrame {...{ label, hint, optional, labelHidden, className }} error={problem} id={input.id}>
      {(control) => (
        <span className="relative block">
          <input
            autoComplete={rule ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            ref={joinRefs(own, ref)}
            onChange={change}
            className={cx(controlLook, 'pe-13', valid && 'pe-21 inset-ring-2 inset-ring-gum!')}
          />
          {valid && (
            <CircleCheck
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 end-13 my-auto size-5.5 animate-appear text-gum"
            />
          )}
          <button
            type="button"
            aria-label="Show password"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-1 my-auto grid size-11 place-items-center rounded-full text-muted hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-5.5" />
          </button>
        </span>
      )}
    </FieldFrame>
  )
}
