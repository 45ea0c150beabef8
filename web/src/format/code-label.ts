/** The words for the code of an answer; none for no answer. */
export const codeLabel = (labels: Record<string, string>, code: string | null): string =>
  labels[code ?? ''] ?? ''
