// Scores public data like the suggestions do, with five-fold cross-validation by pair over 20 random splits, and prints
// the mean and standard deviation of each score:
//   npm run score-pairs -- file.csv [splits]
// Columns: rater, rated, liked (0 or 1). Optional: side (the rater's gender), age_gap (years), band (0 to 6), goals (1
// the same, -1 a clash), shared_tags, shares_language (0 or 1). The names iid, pid, dec, gender, age and age_o of the
// public speed-dating data are accepted too.
import { readFileSync } from 'node:fs'
import { readPairs } from './score-pairs/read-pairs'
import { scoreSplits } from './score-pairs/score-splits'

const [file, splits = '20'] = process.argv.slice(2)
if (!file) {
  process.stderr.write('Usage: npm run score-pairs -- file.csv [splits]\n')
  process.exit(1)
}
const pairs = readPairs(readFileSync(file, 'utf8'))
const { tables, learned } = scoreSplits(pairs, Number(splits))
const write = (line: string) => process.stdout.write(`${line}\n`)
write(
  `${pairs.length} ratings by ${new Set(pairs.map(({ rater }) => rater)).size} people, ${splits} splits, mean ± standard deviation`,
)
for (const [title, rows] of Object.entries(tables)) {
  write(`\n${title}`)
  for (const [name, { mean, deviation }] of Object.entries(rows)) {
    const value = Number.isNaN(mean) ? 'none' : `${mean.toFixed(3)} ± ${deviation.toFixed(3)}`
    write(`  ${name.padEnd(48)} ${value}`)
  }
}
write('\nShare of the fits that used a learned weight')
for (const [name, share] of Object.entries(learned)) write(`  ${name.padEnd(48)} ${share.toFixed(2)}`)
