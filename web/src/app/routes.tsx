import { type ListFilter, listFilters } from '@rosella/contract/browse/rules'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { developer } from '../platform/site'
import { BrokenScreen } from './BrokenScreen'
import { HomeRoute } from './HomeRoute'
import { reloadWhenOutdated } from './outdated'
import { Shell } from './Shell'

const listPaths: ListFilter[] = listFilters.filter((filter) => filter !== 'recent')

const lists: RouteObject[] = listPaths.map((filter) => ({
  path: filter,
  lazy: async () => {
    const { ListScreen } = await import('../features/browse/ListScreen')
    return { element: <ListScreen key={filter} filter={filter} /> }
  },
}))

const photos: RouteObject = {
  path: 'photos',
  lazy: async () => ({ Component: (await import('../features/photos/PhotosScreen')).PhotosScreen }),
}

const edit: RouteObject = {
  path: 'edit',
  lazy: async () => ({ Component: (await import('./EditRoute')).EditRoute }),
}

const settings: RouteObject = {
  path: 'settings',
  lazy: async () => ({ Component: (await import('../features/settings/SettingsScreen')).SettingsScreen }),
}

const messages: RouteObject = {
  path: 'messages',
  lazy: async () => ({ Component: (await import('../features/messages/MessagesScreen')).MessagesScreen }),
}

const accessPaths = ['access', 'change-password', 'verify'] as const

/** One screen serves them all; the key keeps a step of one from showing on another. */
const access: RouteObject[] = accessPaths.map((purpose) => ({
  path: purpose,
  lazy: async () => {
    const { AccessScreen } = await import('../features/access/AccessScreen')
    return { element: <AccessScreen key={purpose} purpose={purpose} /> }
  },
}))

/** Open to everyone. */
const pages: RouteObject[] = [
  {
    path: 'faq',
    lazy: async () => ({ Component: (await import('../features/legal/FaqScreen')).FaqScreen }),
  },
  {
    path: 'terms',
    lazy: async () => ({ Component: (await import('../features/legal/TermsScreen')).TermsScreen }),
  },
  {
    path: 'privacy',
    lazy: async () => ({ Component: (await import('../features/legal/PrivacyScreen')).PrivacyScreen }),
  },
  {
    path: 'safety',
    lazy: async () => ({ Component: (await import('../features/legal/SafetyScreen')).SafetyScreen }),
  },
  {
    path: 'appeal',
    lazy: async () => ({ Component: (await import('../features/safety/AppealScreen')).AppealScreen }),
  },
  {
    path: 'membership',
    lazy: async () => ({ Component: (await import('../features/legal/MembershipScreen')).MembershipScreen }),
  },
]

/** What is behind a lazy route is a moment away: better nothing than a flicker. */
const HydrateFallback = () => null

/** Developers look at the kit here; in production there is no such page. */
const gallery: RouteObject[] = developer
  ? [
      {
        path: 'gallery',
        HydrateFallback,
        lazy: async () => ({ Component: (await import('./GalleryScreen')).default }),
      },
    ]
  : []

export function createRouter() {
  const router = createBrowserRouter([
    ...gallery,
    {
      Component: Shell,
      ErrorBoundary: BrokenScreen,
      HydrateFallback,
      children: [
        { index: true, Component: HomeRoute },
        {
          path: 'signup',
          lazy: async () => ({ Component: (await import('./SignupRoute')).SignupRoute }),
        },
        {
          path: 'reg-photos',
          lazy: async () => ({ Component: (await import('./SignupRoute')).RegPhotosRoute }),
        },
        {
          lazy: async () => ({ Component: (await import('./MemberArea')).MemberArea }),
          children: [...lists, photos, edit, messages, settings],
        },
        ...access,
        {
          path: 'unsubscribe',
          lazy: async () => ({
            Component: (await import('../features/settings/UnsubscribeScreen')).UnsubscribeScreen,
          }),
        },
        ...pages,
        {
          // All addresses in one: a route of its own for each screen would load it before anybody is asked who
          // they are.
          path: 'admin/*',
          lazy: async () => ({ Component: (await import('./AdminRoute')).AdminRoute }),
        },
        // After every fixed route of its length: those win, 'favorites' among them.
        {
          path: ':urlHash',
          lazy: async () => ({ Component: (await import('./ProfileRoute')).ProfileRoute }),
        },
        {
          path: '*',
          lazy: async () => ({ Component: (await import('./NotFoundScreen')).NotFoundScreen }),
        },
      ],
    },
  ])
  reloadWhenOutdated(router)
  return router
}
