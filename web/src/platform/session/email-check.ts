import { isEmail } from '@rosella/contract/access/rules'
import { useEffect, useState } from 'react'
import { call, hasCode } from '../api'

export type EmailState = 'unknown' | 'available' | 'taken'
export interface EmailCheck {
  state: EmailState
  /** Why nothing is known, when the check itself failed. */
  problem?: string
}

const PAUSE_MS = 400
const RETRY_MS = 5000
const UNKNOWN: EmailCheck = { state: 'unknown' }

/** Asks whether an address is free once typing pauses; a check that failed is tried again. */
export function useEmailCheck(typed: string): EmailCheck {
  const email = typed.trim()
  const [answer, setAnswer] = useState<EmailCheck & { email: string }>({ ...UNKNOWN, email: '' })

  useEffect(() => {
    if (!isEmail(email)) return
    const leaving = new AbortController()
    let timer = setTimeout(check, PAUSE_MS)

    async function check() {
      try {
        await call('GET /api/check-email', { email }, { signal: leaving.signal })
        setAnswer({ email, state: 'available' })
      } catch (error) {
        if (leaving.signal.aborted) return
        if (hasCode(error, 'email.taken')) return setAnswer({ email, state: 'taken' })
        setAnswer({ email, state: 'unknown', problem: (error as Error).message })
        timer = setTimeout(check, RETRY_MS)
      }
    }
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [email])

  return answer.email === email ? answer : UNKNOWN
}
