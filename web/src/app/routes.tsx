import { type ListFilter, listFilters } from '@rosella/contract/browse/rules'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { developer } from '../platform/site'
import { HomeRoute } from './HomeRoute'
import { NotFoundScreen } from './NotFoundScreen'
import { Shell } from './Shell'

const listPaths: ListFilter[] = listFilters.filter((filter) => filter !== 'recent')

const lists: RouteObject[] = listPaths.map((filter) => ({
  path: filter,
  lazy: async () => {
    const { ListScreen } = await import('../features/browse/ListScreen')
    return { element: <ListScreen key={filter} filter={filter} /> }
  },
}))

/** Developers look at the kit here; in production there is no such page. */
const gallery: RouteObject[] = developer
  ? [{ path: 'gallery', lazy: async () => ({ Component: (await import('./GalleryScreen')).default }) }]
  : []

export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Shell,
      children: [
        { index: true, Component: HomeRoute },
        { lazy: async () => ({ Component: (await import('./MemberArea')).MemberArea }), children: lists },
        ...gallery,
        { path: '*', Component: NotFoundScreen },
      ],
    },
  ])
