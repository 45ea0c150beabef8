import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

const entry = ['main.tsx']
/** What a member's every screen holds, and the lists that most time is spent on. */
const ofMembers = [
  'app/MemberArea.tsx',
  'app/MemberHome.tsx',
  'app/MemberBars.tsx',
  'app/LiveAnnouncer.tsx',
  'features/browse/ListScreen.tsx',
]
const ofProfiles = ['app/ProfileRoute.tsx']
/** What is opened without a session. */
const ofVisitors = [
  'app/NotFoundScreen.tsx',
  'app/OfflineScreen.tsx',
  'app/SignupRoute.tsx',
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
 * Parts by who needs them. Left alone, every set of screens that shares something gets a file for it: a list took 62
 * requests, and each file is packed on its own. What visitors share with members stays apart, so that theirs stays light.
 */
export function chunksByWhoNeedsThem(): Rolldown.OutputOptions['codeSplitting'] {
  let needs: Record<'all' | 'visitors' | 'members' | 'profiles', Set<string>> | undefined
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'by who needs them',
        name(id, graph) {
          const getModule: GetModule = (wanted) => graph.getModuleInfo(wanted)
          needs ??= {
            all: closure(entry, getModule),
            visitors: closure(ofVisitors, getModule),
            members: closure(ofMembers, getModule),
            profiles: closure(ofProfiles, getModule),
          }
          const { all, visitors, members, profiles } = needs
          // One file and not six, which would keep others waiting for a connection.
          if (all.has(id)) return id === source('main.tsx') ? null : 'first'
          if (members.has(id)) return visitors.has(id) ? 'shared' : 'member'
          if (profiles.has(id)) return visitors.has(id) ? 'shared-profile' : 'profile'
          return null
        },
      },
    ],
  }
}
