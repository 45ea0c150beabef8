import { type ListFilter, listFilters } from '@rosella/contract/browse/rules'
import type { ComponentType, ReactNode } from 'react'
import { developer } from '../platform/site'
import { createRouter, type Route, type Router } from '../router/router'
import { HomeRoute } from './HomeRoute'
import { Shell } from './Shell'

/** A screen that is loaded when somebody goes there. */
const screen =
  (load: () => Promise<ComponentType>): (() => Promise<ReactNode>) =>
  async () => {
    const Screen = await load()
    return <Screen />
  }

const listPaths: ListFilter[] = listFilters.filter((filter) => filter !== 'recent')

/** One screen serves them all; the key keeps what belongs to one list from showing in another. */
const lists: Route[] = listPaths.map((filter) => ({
  path: `/${filter}`,
  show: async () => {
    const { ListScreen } = await import('../features/browse/ListScreen')
    return <ListScreen key={filter} filter={filter} />
  },
}))

const ofMembers: Route[] = [
  ...lists,
  {
    path: '/photos',
    show: screen(async () => (await import('../features/photos/PhotosScreen')).PhotosScreen),
  },
  { path: '/edit', show: screen(async () => (await import('./EditRoute')).EditRoute) },
  {
    path: '/messages',
    show: screen(async () => (await import('../features/messages/MessagesScreen')).MessagesScreen),
  },
  { path: '/settings', show: screen(async () => (await import('./SettingsRoute')).SettingsRoute) },
]

const accessPaths = ['access', 'change-password', 'verify'] as const

/** One screen serves them all; the key keeps a step of one from showing on another. */
const access: Route[] = accessPaths.map((purpose) => ({
  path: `/${purpose}`,
  show: async () => {
    const { AccessScreen } = await import('../features/access/AccessScreen')
    return <AccessScreen key={purpose} purpose={purpose} />
  },
}))

/** Open to everyone. */
const pages: Route[] = [
  { path: '/faq', show: screen(async () => (await import('../features/legal/FaqScreen')).FaqScreen) },
  { path: '/terms', show: screen(async () => (await import('../features/legal/TermsScreen')).TermsScreen) },
  {
    path: '/privacy',
    show: screen(async () => (await import('../features/legal/PrivacyScreen')).PrivacyScreen),
  },
  {
    path: '/safety',
    show: screen(async () => (await import('../features/legal/SafetyScreen')).SafetyScreen),
  },
  {
    path: '/appeal',
    show: screen(async () => (await import('../features/safety/AppealScreen')).AppealScreen),
  },
  {
    path: '/membership',
    show: screen(async () => (await import('../features/legal/MembershipScreen')).MembershipScreen),
  },
  {
    path: '/unsubscribe',
    show: screen(async () => (await import('../features/settings/UnsubscribeScreen')).UnsubscribeScreen),
  },
]

/** Developers look at the kit here; in production there is no such page. */
const gallery: Route[] = developer
  ? [{ path: '/gallery', show: screen(async () => (await import('./GalleryScreen')).default) }]
  : []

export function openRouter(): Router {
  return createRouter([
    ...gallery,
    {
      show: <Shell />,
      children: [
        { path: '/', show: <HomeRoute /> },
        { path: '/signup', show: screen(async () => (await import('./SignupRoute')).SignupRoute) },
        { path: '/reg-photos', show: screen(async () => (await import('./SignupRoute')).RegPhotosRoute) },
        { show: screen(async () => (await import('./MemberArea')).MemberArea), children: ofMembers },
        ...access,
        ...pages,
        // All addresses in one: a route of its own for each screen would load it before anybody is asked who
        // they are.
        { path: '/admin/*', show: screen(async () => (await import('./AdminRoute')).AdminRoute) },
        // After every fixed route of its length: those win, 'favorites' among them.
        { path: '/:urlHash', show: screen(async () => (await import('./ProfileRoute')).ProfileRoute) },
        { path: '/*', show: screen(async () => (await import('./NotFoundScreen')).NotFoundScreen) },
      ],
    },
  ])
}
