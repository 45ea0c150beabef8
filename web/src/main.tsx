import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { AppRouter } from './app/AppRouter'
import { ErrorScreen } from './app/ErrorScreen'
import { lazyRoute } from './app/lazy-route'
import { loadScreens, routes } from './app/routes'
import { onReauthenticateNeeded } from './platform/session/reauthenticate'
import { getSession } from './platform/session/session'
import './styles.css'

const OfflineScreen = lazyRoute(async () => (await import('./app/screens/OfflineScreen')).OfflineScreen)

const showError = (error: unknown) => <ErrorScreen error={error} />

onReauthenticateNeeded(async () =>
  (await import('./features/access/ask-to-reauthenticate')).askToReauthenticate(),
)

// The service worker marks the page it kept, which it answers with when nobody else does.
const isOffline = document.documentElement.hasAttribute('data-offline')
const hasKeptSession = getSession() !== null

async function open(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root element.')
  // Drawn once, with the screen in it: a slow phone takes as long for the frame alone.
  await (isOffline ? OfflineScreen.load() : loadScreens(window.location.pathname))
  createRoot(root).render(
    <StrictMode>
      <Suspense>{isOffline ? <OfflineScreen /> : <AppRouter routes={routes} onError={showError} />}</Suspense>
    </StrictMode>,
  )
  // After the screen and its data have been asked for. A failure is logged there; a part that does not come is missed
  // later.
  if (hasKeptSession && !isOffline) {
    import('./app/stored-session')
      .then(({ reloadStoredSession }) => reloadStoredSession())
      .catch(() => undefined)
  }
}
void open()

// After everything else: what it keeps has just been loaded.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
      console.warn('The site cannot be kept for when you are offline:', error)
    })
  })
}
