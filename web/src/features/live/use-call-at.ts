import { useEffect } from 'react'

/** Calls `tick` at the given time in milliseconds. Timers can fire early, so it checks the clock. */
export function useCallAt(due: number | null, tick: () => void): void {
  useEffect(() => {
    if (due === null) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => (Date.now() < due ? wait() : tick()), Math.max(0, due - Date.now()))
    }
    wait()
    return () => clearTimeout(timer)
  }, [due, tick])
}
