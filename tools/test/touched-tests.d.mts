/** Paths of the server tests that a change of these files touches. */
export function touchedTests(files: string[]): string[]
