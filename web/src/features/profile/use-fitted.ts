import { type ChangeEvent, type CompositionEvent, useRef } from 'react'
import type { Fit } from './fit-text'

type TextBox = HTMLInputElement | HTMLTextAreaElement

/** A controlled text field whose text always fits its limit. An IME composition is only cut when it ends. */
export function useFitted(value: string, fit: Fit, onChange: (text: string) => void) {
  const composedFrom = useRef(value)

  function apply(box: TextBox, before: string): void {
    const { text, caret } = fit(before, { text: box.value, caret: box.selectionEnd ?? box.value.length })
    if (text !== box.value) {
      // Set here, because React would move the caret to the end.
      box.value = text
      box.setSelectionRange(caret, caret)
    }
    onChange(text)
  }

  return {
    value,
    onChange: (event: ChangeEvent<TextBox>) => {
      if ((event.nativeEvent as InputEvent).isComposing) onChange(event.target.value)
      else apply(event.target, value)
    },
    onCompositionStart: () => {
      composedFrom.current = value
    },
    onCompositionEnd: (event: CompositionEvent<TextBox>) => apply(event.currentTarget, composedFrom.current),
  }
}
