import { useEffectEvent, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'
import type { ListOfProfiles } from '../../platform/list-of-profiles'
import { swipeDirection } from './swipe'

/** Who stands before and after a profile in its list, by buttons, arrow keys and swipes. Back leads to the list still. */
export function useNeighbours(urlHash: string, list: ListOfProfiles) {
  const navigate = useNavigate()
  const place = list.hashes.indexOf(urlHash)
  const previous = list.hashes[place - 1]
  const next = list.hashes[place + 1]

  function go(hash: string | undefined) {
    if (hash !== undefined) void navigate(`/${hash}`, { replace: true, state: { list } })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
    if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || isBusy(event.target)) return
    go(event.key === 'ArrowLeft' ? previous : next)
  })
  const onSwipe = useEffectEvent((start: Touch, end: Touch) => {
    const direction = swipeDirection(start, end, window.innerWidth)
    if (direction !== undefined) go(direction === 'next' ? next : previous)
  })

  // With the drawing, not after it: a key pressed as soon as a profile shows would still be the one before's.
  useLayoutEffect(() => {
    const watch = new AbortController()
    const options = { signal: watch.signal, passive: true }
    let start: Touch | undefined
    window.addEventListener('keydown', (event) => onKey(event), options)
    window.addEventListener(
      'touchstart',
      ({ touches, target }) => {
        start = touches.length === 1 && !isBusy(target) ? touches[0] : undefined
      },
      options,
    )
    window.addEventListener(
      'touchend',
      ({ changedTouches: [end] }) => {
        if (start && end) onSwipe(start, end)
        start = undefined
      },
      options,
    )
    return () => watch.abort()
  }, [])

  return { place, previous, next, go }
}

/** Where arrows and swipes mean something else: typing, dialogs and menus, and whatever moves sideways by itself. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], :popover-open:not([data-toasts])')) return true
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, [contenteditable], [role=menu], [role=slider]')) return true
  for (let box: Element | null = target; box && box !== document.body; box = box.parentElement) {
    if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX)) return true
  }
  return false
}
