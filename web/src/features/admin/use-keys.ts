import { useEffect, useEffectEvent, useState } from 'react'
import { OWN_PREFIX } from '../../platform/session/session'
import { onDevice } from '../../platform/storage'

const KEY = `${OWN_PREFIX}admin-keys-off`

/** Single-letter shortcuts surprise people who dictate or mistype, so they can be switched off permanently. */
export function useKeysOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => onDevice.get(KEY) === null)
  return [
    on,
    (next) => {
      if (next) onDevice.remove(KEY)
      else onDevice.set(KEY, '1')
      setOn(next)
    },
  ]
}

/** Where keys belong to what is focused. Radio buttons and checkboxes use no letters. */
const BUSY = 'input:not([type=radio], [type=checkbox]), textarea, select, dialog, [popover]'

/** Runs the action of a pressed key, unless the focus is in a text field, a dialog or a popover. */
export function useKeys(keys: Record<string, () => void>, on: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(BUSY)) return
    const run = keys[event.key.toLowerCase()]
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [on])
}
