import { call } from '../api'
import { getSession, isCurrent, setSession } from './session'

/** Reloads the session record. A failure is only logged, without a message or a retry. */
export async function reloadSession(): Promise<boolean> {
  const token = getSession()?.token
  try {
    const {
      user: _user,
      settings: _settings,
      prompts: _prompts,
      user_dp: _answers,
      unread: _unread,
      ...session
    } = await call('GET /api/user', {})
    // Ignore the reply if the session has changed since.
    if (isCurrent(token)) setSession(session)
    return true
  } catch (error) {
    console.warn('Error fetching user:', error)
    return false
  }
}
