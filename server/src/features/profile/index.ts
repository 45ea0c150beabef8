import * as calls from '@rosella/contract/profile/endpoints'
import { tagGroups } from '@rosella/contract/profile/lists'
import type { Feature } from '../../platform/feature'
import { guarded } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import { autoSaveField } from './auto-save-field'
import { saveProfile } from './save-profile'
import { savePrompts } from './save-prompts'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'places' | 'settings'>

export const profile = (deps: Deps): Feature => ({
  routes: [
    guarded(calls.saveProfile, (viewer, input) => saveProfile(deps, viewer, input)),
    guarded(calls.autoSaveProfile, (viewer, input) => autoSaveField(deps, viewer, input)),
    guarded(calls.listTags, async () => ({
      groups: tagGroups.map(({ name, tags }) => ({ name, tags: [...tags] })),
    })),
    guarded(calls.updatePrompts, (viewer, input) => savePrompts(deps, viewer, input)),
  ],
})
