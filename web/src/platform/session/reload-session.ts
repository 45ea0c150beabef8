import { call } from '../api'
import { getSession, isCurrent, setSession } from './session'

/** Loads the session record anew. A failure is only logged: there is no message and no retry here. */
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
    // Logged out or in as another meanwhile: this answer is about somebody else.
    if (isCurrent(token)) setSession(session)
    return true
  } catch (error) {
    console.warn('Error fetching user:', error)
    return false
  }
}
