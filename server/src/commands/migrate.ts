import { configFromEnvironment } from '../platform/config'
import { migrate } from '../platform/database/migrate'
import { assertVersion } from '../platform/database/minimum-version'
import { openDatabase } from '../platform/open-services'
import { runCommand } from './backup/run-command'

/** npm run migrate: applies the missing migrations while the previous version serves, before any process is replaced. */
runCommand('npm run migrate', async () => {
  const { db, kind, unlimited, close } = await openDatabase(configFromEnvironment(), () => {}, 2)
  try {
    const onApplied = (name: string, ms: number) =>
      process.stderr.write(`${name}: ${(ms / 1000).toFixed(1)} s\n`)
    const applied = await migrate({ kind, unlimited }, { onApplied })
    await assertVersion(db)
    return applied.length === 0
      ? 'The database is up to date.'
      : `Applied ${applied.length} migrations. The processes of the previous version can now be replaced.`
  } finally {
    await close()
  }
})
