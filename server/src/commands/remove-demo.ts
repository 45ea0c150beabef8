import { removeDemoMembers } from '../features/account/index'
import { configFromEnvironment } from '../platform/config'
import { openServices } from '../platform/open-services'
import { runCommand } from './backup/run-command'

/** npm run remove-demo: the members of the demo town go, with everything of theirs, from the database the environment names. */
runCommand('npm run remove-demo', async () => {
  const { services, close } = await openServices(configFromEnvironment())
  try {
    const removed = await removeDemoMembers(services)
    return removed === 0
      ? 'There are no members of the demo town.'
      : `${removed} members of the demo town are gone, with their photos, messages and everything else of theirs.`
  } finally {
    await close()
  }
})
