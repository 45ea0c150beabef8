import { verifyChain } from '../features/safety/verify-chain'
import { configFromEnvironment } from '../platform/config'
import { openServices } from '../platform/open-services'

/** Verifies the sealed evidence of every report in the configured database; exits with 1 if there are faults. */
async function main(): Promise<number> {
  const config = configFromEnvironment()
  const { services, close } = await openServices(
    { ...config, events: { kind: 'memory' } },
    { readOnly: true },
  )
  try {
    const { snapshots, photos, faults } = await verifyChain(services)
    for (const fault of faults) process.stderr.write(`${fault}\n`)
    process.stdout.write(
      `${snapshots} snapshots and ${photos} photos checked: ${faults.length === 0 ? 'all unchanged' : `${faults.length} faults`}.\n`,
    )
    return faults.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  },
)
