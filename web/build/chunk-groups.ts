import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

const entry = ['main.tsx']
/** What a member's every screen holds, and the lists that most time is spent on. */
const memberScreens = [
  'app/MemberArea.tsx',
  'app/screens/MemberHome.tsx',
  'app/MemberBars.tsx',
  'app/stored-session.ts',
  'features/browse/ListScreen.tsx',
]
/** What tells a member of news: it may come a moment after the screen. */
const notifications = [
  'app/LiveAnnouncer.tsx',
  'features/live/NotificationBanner.tsx',
  'features/live/NotificationToast.tsx',
]
const visitorHome = ['features/home/VisitorHome.tsx']
const profileScreen = ['app/screens/ProfileRoute.tsx']
/** What is opened without a session. */
const visitorScreens = [
  'app/screens/NotFoundScreen.tsx',
  'app/screens/OfflineScreen.tsx',
  'app/screens/SignupRoute.tsx',
  'features/access/AccessScreen.tsx',
  'features/home/LogInForms.tsx',
  'features/legal/FaqScreen.tsx',
  'features/legal/TermsScreen.tsx',
  'features/safety/AppealScreen.tsx',
]

type GetModule = (id: string) => Rolldown.ModuleInfo | null

/** These files and all that they import at once. */
function closure(paths: string[], getModule: GetModule): Set<string> {
  const seen = new Set<string>()
  const add = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    getModule(id)?.importedIds.forEach(add)
  }
  for (const path of paths) {
    if (!getModule(source(path))) throw new Error(`The build has no ${path}.`)
    add(source(path))
  }
  return seen
}

/**
 * Chunks by who needs them. Left alone, every set of screens that shares something gets a file for it: a list took 62
 * requests, and each file is packed on its own. What visitors share with members stays apart, so that theirs stays light.
 */
export function chunkGroups(): Rolldown.OutputOptions['codeSplitting'] {
  let needs:
    | Record<'entry' | 'home' | 'visitor' | 'member' | 'profile' | 'notifications', Set<string>>
    | undefined
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'by who needs them',
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
          // One file and not six, which would keep others waiting for a connection.
          if (needs.entry.has(id)) return 'first'
          if (needs.home.has(id)) return needs.member.has(id) || needs.profile.has(id) ? 'first' : 'home'
          if (needs.member.has(id)) return needs.visitor.has(id) ? 'shared' : 'member'
          if (needs.profile.has(id)) return needs.visitor.has(id) ? 'shared-profile' : 'profile'
          if (needs.notifications.has(id)) return 'notifications'
          return null
        },
      },
    ],
  }
}
