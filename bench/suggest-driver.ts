// Runs one policy for suggest.ts. Arguments: size of the town, days, seed, policy, kind of town.
import { policies, variants } from './suggest-town/policies'
import { simulate } from './suggest-town/simulate'
import { buildTown, type TownKind } from './suggest-town/town'

const [size = 0, days = 0, seed = 0] = process.argv.slice(2, 5).map(Number)
const policy = { ...policies, ...variants }[process.argv[5] ?? '']
if (!policy) throw new Error(`Unknown policy: ${process.argv[5]}`)
const town = buildTown(size, days, seed, (process.argv[6] ?? 'usual') as TownKind)
const { metrics, world } = simulate(town, days, policy)
process.send?.({ ...metrics, learned: world.learned })
