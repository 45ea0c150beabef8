// Runs one policy for suggest.ts. Arguments: size of the town, days, seed, policy.
import { policies } from './suggest-town/policies'
import { simulate } from './suggest-town/simulate'
import { buildTown } from './suggest-town/town'

const [size = 0, days = 0, seed = 0] = process.argv.slice(2, 5).map(Number)
const policy = policies[process.argv[5] ?? '']
if (!policy) throw new Error(`Unknown policy: ${process.argv[5]}`)
process.send?.(simulate(buildTown(size, days, seed), days, policy).metrics)
