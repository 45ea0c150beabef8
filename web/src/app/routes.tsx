import { listFilters } from '@rosella/contract/browse/rules'
import type { ComponentType } from 'react'
import { matchRoutes, Navigate, type RouteObject, useLocation } from 'react-router'
import { getSession, useSession } from '../platform/session/session'
import { lazyPart } from '../ui/lazy/LazyPart'
import { ErrorScreen } from './ErrorScreen'
import { loadShell, Shell } from './Shell'

const lazyScreen = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyPart(load, (failure) => <ErrorScreen {...failure} />)

const VisitorHome = lazyScreen(async () => (await import('../features/home/VisitorHome')).VisitorHome)
const MemberHome = lazyScreen(async () => (await import('./screens/MemberHome')).MemberHome)

export const loadHome = () => (getSession() ? MemberHome : VisitorHome).load()

/** Visitors see the banner and the log-in area, members the list of recent activity. */
export function HomeRoute() {
  const session = useSession()
  const { hash } = useLocation()
  // The only state of the log-in area that needs a session has its own screen.
  if (hash === '#change-password') return <Navigate to="/change-password" replace />
  return session ? <MemberHome /> : <VisitorHome />
}

/** A screen that loads on demand. */
function screen(load: () => Promise<ComponentType>) {
  const Screen = lazyScreen(load)
  return { element: <Screen />, handle: Screen.load }
}

const ListScreen = lazyScreen(async () => (await import('../features/browse/ListScreen')).ListScreen)

/** One screen for all lists. The key keeps the state of one list out of the next. */
const lists: RouteObject[] = listFilters
  .filter((filter) => filter !== 'recent')
  .map((filter) => ({
    path: `/${filter}`,
    element: <ListScreen key={filter} filter={filter} />,
    handle: ListScreen.load,
  }))

const memberScreens: RouteObject[] = [
  ...lists,
  { path: '/for-you', ...screen(async () => (await import('../features/browse/ForYouScreen')).ForYouScreen) },
  { path: '/search', ...screen(async () => (await import('./screens/SearchRoute')).SearchRoute) },
  { path: '/photos', ...screen(async () => (await import('../features/photos/PhotosScreen')).PhotosScreen) },
  // One file for both tabs, so that visitors load no more.
  ...['/edit', '/questions'].map((path) => ({
    path,
    ...screen(async () => (await import('./screens/EditRoute')).EditRoute),
  })),
  {
    path: '/messages',
    ...screen(async () => (await import('./screens/MessagesRoute')).MessagesRoute),
  },
  {
    path: '/verify-photos',
    ...screen(async () => (await import('../features/verification/VerifyPhotosScreen')).VerifyPhotosScreen),
  },
  { path: '/dates', ...screen(async () => (await import('./screens/SafetyRoute')).DatesRoute) },
  { path: '/settings', ...screen(async () => (await import('./screens/SettingsRoute')).SettingsRoute) },
]

const AccessScreen = lazyScreen(async () => (await import('../features/access/AccessScreen')).AccessScreen)
const accessPurposes = ['access', 'change-password', 'verify'] as const

/** One screen for all purposes. The key keeps the step of one out of the next. */
const accessScreens: RouteObject[] = accessPurposes.map((purpose) => ({
  path: `/${purpose}`,
  element: <AccessScreen key={purpose} purpose={purpose} />,
  handle: AccessScreen.load,
}))

const contactPages = screen(async () => (await import('../features/dates/ContactScreens')).ContactPages)

const publicScreens: RouteObject[] = [
  { path: '/faq', ...screen(async () => (await import('../features/legal/FaqScreen')).FaqScreen) },
  { path: '/terms', ...screen(async () => (await import('../features/legal/documents/Terms')).TermsScreen) },
  {
    path: '/privacy',
    ...screen(async () => (await import('../features/legal/documents/Privacy')).PrivacyScreen),
  },
  { path: '/safety', ...screen(async () => (await import('./screens/SafetyRoute')).SafetyRoute) },
  {
    path: '/how-it-works',
    ...screen(async () => (await import('../features/legal/HowItWorksScreen')).HowItWorksScreen),
  },
  { path: '/appeal', ...screen(async () => (await import('../features/safety/AppealScreen')).AppealScreen) },
  {
    path: '/membership',
    ...screen(async () => (await import('../features/legal/MembershipScreen')).MembershipScreen),
  },
  {
    path: '/two-step',
    ...screen(async () => (await import('../features/access/TwoStepScreen')).TwoStepScreen),
  },
  ...['/contact', '/alert', '/check-in'].map((path) => ({ path, ...contactPages })),
  { path: '/undo', ...screen(async () => (await import('../features/access/UndoScreen')).UndoScreen) },
  {
    path: '/unsubscribe',
    ...screen(async () => (await import('../features/settings/UnsubscribeScreen')).UnsubscribeScreen),
  },
]

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    handle: loadShell,
    children: [
      { path: '/', element: <HomeRoute />, handle: loadHome },
      { path: '/signup', ...screen(async () => (await import('./screens/SignupRoute')).SignupRoute) },
      { path: '/reg-photos', ...screen(async () => (await import('./screens/SignupRoute')).RegPhotosRoute) },
      { ...screen(async () => (await import('./MemberArea')).MemberArea), children: memberScreens },
      ...accessScreens,
      ...publicScreens,
      // One route for the whole area. With a route per screen, screens would load before the role is checked.
      { path: '/admin/*', ...screen(async () => (await import('./screens/AdminRoute')).AdminRoute) },
      { path: '/:urlHash', ...screen(async () => (await import('./screens/ProfileRoute')).ProfileRoute) },
      { path: '*', ...screen(async () => (await import('./screens/NotFoundScreen')).NotFoundScreen) },
    ],
  },
]

/** Loads a screen and its frame in parallel. If rendering triggered it, they would load one after the other. */
export async function loadScreens(pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? []
  const loads = matches.map(({ route }) => (route.handle as (() => Promise<unknown>) | undefined)?.())
  // A failure shows when the screen renders.
  await Promise.allSettled(loads)
}
