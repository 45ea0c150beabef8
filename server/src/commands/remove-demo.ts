import { removeDemoMembers } from '../features/account/index'
import { configFromEnvironment } from '../platform/config'
import { openServices } from '../platform/open-services'
import { runCommand } from './backup/run-command'

/** npm run remove-demo: deletes the demo town's members and all their data from the configured database. */
runCommand('npm run remove-demo', async () => {
  const { services, close } = await openServices(configFromEnvironment())
  try {
    const removed = await removeDemoMembers(services)
    return removed === 0
      ? 'There are no demo members.'
      : `Removed ${removed} demo members with their photos, messages and all other data.`
  } finally {
    await close()
  }
})
