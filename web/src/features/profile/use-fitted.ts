import { type ChangeEvent, type CompositionEvent, useRef } from 'react'
import type { Fit } from './fit-text'

type TextBox = HTMLInputElement | HTMLTextAreaElement

/** A controlled text field whose text always fits. An open input method is left alone until it is done. */
export function useFitted(value: string, fit: Fit, onChange: (text: string) => void) {
  const composedFrom = useRef(value)

  function take(box: TextBox, before: string): void {
    const { text, caret } = fit(before, { text: box.value, caret: box.selectionEnd ?? box.value.length })
    if (text !== box.value) {
      // Written here, not by React, which would send the caret to the end.
      box.value = text
      box.setSelectionRange(caret, caret)
    }
    onChange(text)
  }

  return {
    value,
    onChange: (event: ChangeEvent<TextBox>) => {
      if ((event.nativeEvent as InputEvent).isComposing) onChange(event.target.value)
      else take(event.target, value)
    },
    onCompositionStart: () => {
      composedFrom.current = value
    },
    onCompositionEnd: (event: CompositionEvent<TextBox>) => take(event.currentTarget, composedFrom.current),
  }
}
