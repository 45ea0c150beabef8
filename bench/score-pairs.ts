// Scores public data like the suggestions do, and prints the AUC of each score with five-fold cross-validation by pair:
//   npm run score-pairs -- file.csv
// Columns: rater, rated, liked (0 or 1). Optional: age_gap (years), band (0 to 6), goals (1 the same, -1 a clash),
// shared_tags, shares_language (0 or 1).
import { readFileSync } from 'node:fs'
import { readPairs } from './score-pairs/read-pairs'
import { scoreFolds } from './score-pairs/score-folds'

const [file] = process.argv.slice(2)
if (!file) {
  process.stderr.write('Usage: npm run score-pairs -- file.csv\n')
  process.exit(1)
}
const pairs = readPairs(readFileSync(file, 'utf8'))
const { likes, mutual } = scoreFolds(pairs)
const print = (title: string, scores: Record<string, number>) => {
  process.stdout.write(`\n${title}\n`)
  for (const [name, auc] of Object.entries(scores))
    process.stdout.write(`  ${name.padEnd(34)} ${Number.isNaN(auc) ? 'none' : auc.toFixed(3)}\n`)
}
process.stdout.write(`${pairs.length} ratings\n`)
print('AUC of likes', likes)
print('AUC of mutual likes, for pairs rated both ways', mutual)
