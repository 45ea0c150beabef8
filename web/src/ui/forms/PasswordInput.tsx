import CircleCheck from 'lucide-react/icons/circle-check'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react'
import { cx } from '../cx'
import { joinRefs } from '../join-refs'
import { controlClass, FieldFrame, type FieldText } from './Field'

/** The rule for new passwords, as in the contract. */
type PasswordRule = {
  allows: (character: string) => boolean
  accepts: (password: string) => boolean
  invalidText: string
}

type PasswordInputProps = FieldText &
  Omit<ComponentProps<'input'>, 'type'> & {
    /** Without a rule (at log-in), every character is accepted and nothing is checked. */
    rule?: PasswordRule
  }

/**
 * A password field that can show its text, blocks forbidden characters and checks the rule live. Only typing is blocked:
 * a paste or a password manager always works, and the live check shows what is wrong.
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
    // Not React's onBeforeInput, which is derived from other events and also fires for a paste.
    node.addEventListener('beforeinput', block)
    return () => node.removeEventListener('beforeinput', block)
  }, [rule])

  function change(event: ChangeEvent<HTMLInputElement>) {
    setText(event.target.value)
    onChange?.(event)
  }

  const checked = rule && password !== ''
  const valid = checked && rule.accepts(password)
  const blockedText =
    blocked !== null && `${blocked === ' ' ? 'A space' : `“${blocked}”`} can't be part of a password.`
  const problem = error || blockedText || (checked && !valid && rule.invalidText)
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
            className={cx(controlClass, 'pe-13', valid && 'pe-21 inset-ring-2 inset-ring-gum!')}
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
