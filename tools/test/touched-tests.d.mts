/** Paths of the server tests that a change of these files affects. */
export function touchedTests(files: string[]): string[]
