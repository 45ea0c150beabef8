import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { openTemplatePglite } from '@rosella/testkit/template-database'
import { openPostgres } from './postgres'
import { databaseSuite } from './suite'

databaseSuite('PGlite', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-pglite-'))
  const database = await openTemplatePglite(dir)
  return {
    database,
    async remove() {
      await database.close()
      await rm(dir, { recursive: true })
    },
  }
})

databaseSuite('PostgreSQL', async () => {
  const { url, drop } = await freshPostgresDatabase()
  const database = await openPostgres(url)
  return {
    database,
    async remove() {
      await database.close()
      await drop()
    },
  }
})
