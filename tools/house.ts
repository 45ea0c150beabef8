// Prints the metrics of the architecture: npm run house
import { MAX_EDGES, MAX_FILES_IN_FOLDER, MAX_PRODUCT_FILES } from '../tests/architecture/map'
import {
  declaredEdges,
  folders,
  forbiddenImports,
  importCycle,
  linesOf,
  product,
  smallWithOneImporter,
} from '../tests/architecture/measure'

const [fullest, count] = folders()[0] ?? ['', 0]
const small = smallWithOneImporter()
const rows = [
  ['product files', product.length, MAX_PRODUCT_FILES],
  ['product lines', product.reduce((sum, file) => sum + linesOf(file), 0), '-'],
  [`files in the fullest folder (${fullest})`, count, MAX_FILES_IN_FOLDER],
  ['import cycles', importCycle() ? 1 : 0, 0],
  ['forbidden imports', forbiddenImports().length, 0],
  ['declared edges between features', declaredEdges().length, MAX_EDGES],
  ['files under 60 lines with one importer', small.length, '-'],
]
for (const [name, value, limit] of rows)
  console.log(`${String(name).padEnd(66)}${String(value).padStart(8)}   at most ${limit}`)
if (process.argv.includes('--small')) for (const file of small) console.log(`  ${linesOf(file)} ${file}`)
