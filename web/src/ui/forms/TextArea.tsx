import { type ComponentProps, useEffect, useRef } from 'react'
import { cx } from '../cx'
import { joinRefs } from '../join-refs'
import { Counter, type TextLimit } from './Counter'
import { controlLook, FieldFrame, type FieldText } from './Field'

type TextAreaProps = FieldText &
  ComponentProps<'textarea'> & {
    value: string
    /** Shows what remains of this many characters, or of characters and lines; the caller stops the typing. */
    limit?: number | TextLimit
  }

const growsByItself = CSS.supports('field-sizing', 'content')

/** Three rows that grow with the text to at most twelve. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, labelHidden, limit, className, ref, ...area } = props
  const own = useRef<HTMLTextAreaElement>(null)
  // Whoever changed it: a sent message leaves the box empty, and an empty box is small. Not before the dialog around it
  // has opened, in a layout effect: what is hidden has no height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is in the box by then.
  useEffect(() => {
    if (own.current && !growsByItself) grow(own.current)
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
          {...area}
          {...control}
          ref={joinRefs(own, ref)}
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
