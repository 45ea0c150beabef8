import { useSyncExternalStore } from 'react'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

// preload.js reads the same key before the first paint.
const storageKey = 'theme'
const listeners = new Set<() => void>()

function getTheme(): ThemeChoice {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function setTheme(choice: ThemeChoice): void {
  apply(choice)
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is disabled or full, so the choice lasts until the page is closed.
  }
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, getTheme)
}

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)')

function subscribeToSystem(listener: () => void): () => void {
  darkSystem.addEventListener('change', listener)
  return () => darkSystem.removeEventListener('change', listener)
}

/** The effective scheme, for images that exist in both. */
export function useScheme(): 'light' | 'dark' {
  const theme = useTheme()
  const isSystemDark = useSyncExternalStore(subscribeToSystem, () => darkSystem.matches)
  if (theme !== 'system') return theme
  return isSystemDark ? 'dark' : 'light'
}

function apply(choice: ThemeChoice) {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  paintBrowserBar()
  for (const listener of listeners) listener()
}

/** A phone's browser takes the colour of its bar from a meta element, which ignores our attribute. */
function paintBrowserBar() {
  const paper = getComputedStyle(document.body).backgroundColor
  const chosen = getTheme() !== 'system'
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const original = meta.media.includes('dark') ? '#1b0f1a' : '#fff8f4'
    meta.content = chosen ? paper : original
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', onOtherTab)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onOtherTab)
  }
}

function onOtherTab(event: StorageEvent) {
  if (event.key !== storageKey) return
  apply(event.newValue === 'light' || event.newValue === 'dark' ? event.newValue : 'system')
}
