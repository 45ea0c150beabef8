import { execFileSync } from 'node:child_process'

/** Files that differ from a commit, including uncommitted and untracked ones. */
export function changedFiles(since) {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...new Set([
      ...git('diff', '--name-only', '--diff-filter=d', '--merge-base', since),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ]
}
