import type { KeyboardEvent } from 'react'

/** From a button of one message to the same of the next, so that a long conversation is one stop for the keyboard. */
export function goOn(event: KeyboardEvent<HTMLButtonElement>, those: string): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (step === undefined) return
  const all = [...(event.currentTarget.closest('[role=log]')?.querySelectorAll(those) ?? [])]
  const next = all[all.indexOf(event.currentTarget) + step]
  event.preventDefault()
  if (next instanceof HTMLElement) next.focus()
}
