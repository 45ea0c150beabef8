import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

const entry = ['main.tsx']
/** The parts of every member screen, and the lists, where members spend most of their time. */
const memberScreens = [
  'app/MemberArea.tsx',
  'app/screens/MemberHome.tsx',
  'app/MemberBars.tsx',
  'app/stored-session.ts',
  'features/browse/ListScreen.tsx',
]
/** May load a moment after the screen. */
const notifications = [
  'app/LiveAnnouncer.tsx',
  'features/live/NotificationBanner.tsx',
  'features/live/NotificationToast.tsx',
]
const visitorHome = ['features/home/VisitorHome.tsx']
const profileScreen = ['app/screens/ProfileRoute.tsx']
/** Screens that need no session. */
const visitorScreens = [
  'app/screens/NotFoundScreen.tsx',
  'app/screens/OfflineScreen.tsx',
  'app/screens/SignupRoute.tsx',
  'features/access/AccessScreen.tsx',
  'features/home/LogInForms.tsx',
  'features/legal/FaqScreen.tsx',
  'features/legal/documents/Terms.tsx',
  'features/safety/AppealScreen.tsx',
]

type GetModule = (id: string) => Rolldown.ModuleInfo | null

/** These files and their static imports, recursively. */
function closure(paths: string[], getModule: GetModule): Set<string> {
  const seen = new Set<string>()
  const add = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    getModule(id)?.importedIds.forEach(add)
  }
  for (const path of paths) {
    if (!getModule(source(path))) throw new Error(`The build does not contain ${path}.`)
    add(source(path))
  }
  return seen
}

/**
 * Groups modules into chunks by audience. By default, every set of screens that shares a module gets a file for it, so a
 * list took 62 requests, each compressed separately. Code that visitors and members share has its own chunk, which keeps
 * the visitors' pages small.
 */
export function chunkGroups(): Rolldown.OutputOptions['codeSplitting'] {
  let needs:
    | Record<'entry' | 'home' | 'visitor' | 'member' | 'profile' | 'notifications', Set<string>>
    | undefined
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'by audience',
        name(id, graph) {
          const getModule: GetModule = (wanted) => graph.getModuleInfo(wanted)
          needs ??= {
            entry: closure(entry, getModule),
            home: closure(visitorHome, getModule),
            visitor: closure(visitorScreens, getModule),
            member: closure(memberScreens, getModule),
            profile: closure(profileScreen, getModule),
            notifications: closure(notifications, getModule),
          }
          if (id === source('main.tsx')) return null
          // One file instead of six, because browsers limit the connections to a site.
          if (needs.entry.has(id)) return 'first'
          if (needs.home.has(id)) return needs.member.has(id) || needs.profile.has(id) ? 'first' : 'home'
          if (needs.member.has(id)) return needs.visitor.has(id) ? 'shared' : 'member'
          if (needs.profile.has(id)) return needs.visitor.has(id) ? 'shared-profile' : 'profile'
          if (needs.notifications.has(id)) return 'notifications'
          if (/features\/dates\/(AreYouOk|device-check-ins)/.test(id)) return 'check-ins'
          if (/features\/dates\/(?!ContactScreens)/.test(id)) return 'dates'
          // The first file lists every other one, so the icons of all other screens share one.
          if (id.includes('/lucide-react/')) return 'icons'
          return null
        },
      },
    ],
  }
}
