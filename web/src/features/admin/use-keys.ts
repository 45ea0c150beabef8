import { useEffect, useEffectEvent, useState } from 'react'
import { OWN_PREFIX } from '../../platform/session/session'
import { onDevice } from '../../platform/storage'

const KEY = `${OWN_PREFIX}admin-keys-off`

/** Single letters surprise who speaks to the machine or types by mistake, so they can be switched off for good. */
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

/** Calls what belongs to a pressed key, wherever the focus is except where something is typed or asked. */
export function useKeys(keys: Record<string, () => void>, on: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [popover]'))
      return
    const act = keys[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [on])
}
