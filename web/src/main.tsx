import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { AppRouter } from './app/AppRouter'
import { ErrorScreen } from './app/ErrorScreen'
import { loadScreens, routes } from './app/routes'
import { onReauthenticateNeeded } from './platform/session/reauthenticate'
import { getSession } from './platform/session/session'
import { onDevice } from './platform/storage'
import { lazyPart } from './ui/lazy/LazyPart'
import './styles.css'

const OfflineScreen = lazyPart(async () => (await import('./app/screens/OfflineScreen')).OfflineScreen)

/** Shown if the frame of the page fails. Nothing is left to keep, so Try again loads the page. */
const showError = (error: unknown) => (
  <main className="flex min-h-dvh">
    <ErrorScreen error={error} tries={0} pending={false} retry={() => window.location.reload()} />
  </main>
)

onReauthenticateNeeded(async () =>
  (await import('./features/access/ask-to-reauthenticate')).askToReauthenticate(),
)

// Set by the service worker on the cached page, which it returns if the server cannot be reached.
const isOffline = document.documentElement.hasAttribute('data-offline')
const hasStoredSession = getSession() !== null

async function open(): Promise<void> {
  // An older browser, so the page shows #old-browser (look.css).
  if (!CSS.supports('color', 'light-dark(red, red)')) return
  const root = document.getElementById('root') as HTMLElement
  // Render the frame together with the screen, because on a slow phone the frame alone takes just as long.
  await (isOffline ? OfflineScreen.load() : loadScreens(window.location.pathname))
  createRoot(root).render(
    <StrictMode>
      <Suspense>{isOffline ? <OfflineScreen /> : <AppRouter routes={routes} onError={showError} />}</Suspense>
    </StrictMode>,
  )
  // After the screen and its data have been requested. `reloadStoredSession` logs a failed call; a chunk that fails to
  // load is ignored.
  if ((hasStoredSession || onDevice.get('own:check-ins')) && !isOffline) {
    import('./app/stored-session')
      .then(({ reloadStoredSession }) => reloadStoredSession())
      .catch(() => undefined)
  }
}
void open()

// `[data-pressed]` looks like :active, which on a touch screen waits 180 ms or until the finger is lifted. The browser cancels
// the pointer of a finger that scrolls.
let pressed: Element | null = null
const press = (is: boolean) => pressed?.toggleAttribute('data-pressed', is)
window.onpointerdown = ({ target }) => {
  // After a second finger or a right click, the first element may get no event of its own.
  press(false)
  pressed = (target as Element).closest('a,button,summary,label')
  press(true)
}
window.onpointerup = window.onpointercancel = () => press(false)

// Last, because the files that it caches have just been loaded.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(console.warn)
  })
}
