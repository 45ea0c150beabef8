import { isEmail } from '@rosella/contract/access/rules'
import { useEffect, useState } from 'react'
import { call, hasCode } from '../api'

export type EmailState = 'unknown' | 'available' | 'taken'
export interface EmailCheck {
  state: EmailState
  /** Why the check failed. */
  problem?: string
}

const PAUSE_MS = 400
const RETRY_MS = 5000
const UNKNOWN: EmailCheck = { state: 'unknown' }

/** Checks whether an address is free when typing pauses. Retries a failed check. */
export function useEmailCheck(typed: string): EmailCheck {
  const email = typed.trim()
  const [result, setResult] = useState<EmailCheck & { email: string }>({ ...UNKNOWN, email: '' })

  useEffect(() => {
    if (!isEmail(email)) return
    const leaving = new AbortController()
    let timer = setTimeout(check, PAUSE_MS)

    async function check() {
      try {
        await call('GET /api/check-email', { email }, { signal: leaving.signal })
        setResult({ email, state: 'available' })
      } catch (error) {
        if (leaving.signal.aborted) return
        if (hasCode(error, 'email.taken')) return setResult({ email, state: 'taken' })
        setResult({ email, state: 'unknown', problem: (error as Error).message })
        timer = setTimeout(check, RETRY_MS)
      }
    }
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [email])

  return result.email === email ? result : UNKNOWN
}
