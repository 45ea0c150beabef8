/** The label of an answer's code; '' without an answer. */
export const codeLabel = (labels: Record<string, string>, code: string | null): string =>
  labels[code ?? ''] ?? ''
