import { type ComponentProps, useEffect, useRef } from 'react'
import { cx } from '../cx'
import { joinRefs } from '../join-refs'
import { Counter, type TextLimit } from './Counter'
import { controlClass, FieldFrame, type FieldText } from './Field'

type TextAreaProps = FieldText &
  ComponentProps<'textarea'> & {
    value: string
    /** Shows how many characters, or characters and lines, are left. Does not enforce the limit. */
    limit?: number | TextLimit
  }

const growsNatively = CSS.supports('field-sizing', 'content')

/** Grows with its text from three to twelve rows. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, labelHidden, limit, className, ref, ...area } = props
  const own = useRef<HTMLTextAreaElement>(null)
  // Also runs when the value is changed by code, such as after a message is sent. Not a layout effect, because a dialog
  // around it opens in one, and before that the box has no height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useEffect(() => {
    if (own.current && !growsNatively) grow(own.current)
  }, [area.value])

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
          dir="auto"
          {...area}
          {...control}
          ref={joinRefs(own, ref)}
          className={cx(
            controlClass,
            'field-sizing-content block max-h-[calc(12lh+1.25rem)] min-h-[calc(3lh+1.25rem)] resize-none',
          )}
        />
      )}
    </FieldFrame>
  )
}

/** For browsers without field-sizing. The class names limit the height. */
function grow(node: HTMLTextAreaElement) {
  node.style.height = 'auto'
  node.style.height = `${node.scrollHeight}px`
}
