import type { ChangeEvent, ComponentProps } from 'react'
import { Counter, type TextLimit } from './Counter'
import { cx } from './cx'
import { controlLook, FieldFrame, type FieldText } from './Field'
import { joinRefs } from './join-refs'

type TextAreaProps = FieldText &
  ComponentProps<'textarea'> & {
    value: string
    /** Shows what remains of this many characters, or of characters and lines; the caller stops the typing. */
    limit?: number | TextLimit
  }

const growsByItself = CSS.supports('field-sizing', 'content')

/** Three rows that grow with the text to at most twelve. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, labelHidden, limit, className, ref, onChange, ...area } = props
  const attach = joinRefs(ref, (node: HTMLTextAreaElement | null) => {
    if (node && !growsByItself) grow(node)
  })

  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    if (!growsByItself) grow(event.target)
    onChange?.(event)
  }

  return (
    <FieldFrame
      {...{ label, hint, error, optional, labelHidden, className }}
      id={area.id}
      aside={
        limit !== undefined && (
          <Counter text={area.value} limit={typeof limit === 'number' ? { characters: limit } : limit} />
        )
      }
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

/** For browsers without field-sizing; the limits are the class names'. */
function grow(node: HTMLTextAreaElement) {
  node.style.height = 'auto'
  node.style.height = `${node.scrollHeight}px`
}
