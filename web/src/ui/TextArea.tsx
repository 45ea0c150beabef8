import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { cx } from './cx'
import { controlLook, FieldFrame, type FieldText } from './Field'
import { joinRefs } from './join-refs'
import { VisuallyHidden } from './VisuallyHidden'

type TextAreaProps = FieldText &
  ComponentProps<'textarea'> & {
    /** Shows how many characters are used of this many. Give `maxLength` too where typing must stop. */
    limit?: number
  }

const growsByItself = CSS.supports('field-sizing', 'content')

/** Three rows that grow with the text to at most twelve. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, labelHidden, limit, className, ref, onChange, ...area } = props
  const [typed, setTyped] = useState(String(area.defaultValue ?? '').length)
  const length = typeof area.value === 'string' ? area.value.length : typed

  // After the outer ref: react-hook-form writes the value into the element while it takes the ref.
  const attach = joinRefs(ref, (node: HTMLTextAreaElement | null) => {
    if (node) setTyped(node.value.length)
    if (node && !growsByItself) grow(node)
  })

  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    setTyped(event.target.value.length)
    if (!growsByItself) grow(event.target)
    onChange?.(event)
  }

  return (
    <FieldFrame
      {...{ label, hint, error, optional, labelHidden, className }}
      id={area.id}
      aside={limit !== undefined && <Counter length={length} limit={limit} />}
    >
      {(control) => (
        <textarea
          rows={3}
          {...area}
          {...control}
          ref={attach}
          onChange={change}
          className={cx(
            controlLook,
            'field-sizing-content block max-h-[calc(12lh+1.25rem)] min-h-[calc(3lh+1.25rem)] resize-none',
          )}
        />
      )}
    </FieldFrame>
  )
}

function Counter({ length, limit }: { length: number; limit: number }) {
  const left = limit - length
  return (
    <span className={cx('ms-auto shrink-0 tabular-nums', left < 0 && 'font-semibold text-danger')}>
      <span aria-hidden="true">
        {length} / {limit}
      </span>
      <VisuallyHidden>
        <span aria-live="polite">{left <= 20 ? `${left} characters left` : ''}</span>
      </VisuallyHidden>
    </span>
  )
}

/** For browsers without field-sizing; the limits are the class names'. */
function grow(node: HTMLTextAreaElement) {
  node.style.height = 'auto'
  node.style.height = `${node.scrollHeight}px`
}
