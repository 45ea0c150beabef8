import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api'
import { queryClient } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'

export type TextKind = 'prompts' | 'tips'
export interface Text {
  id: number
  words: string
  active: boolean
}

async function load(
  kind: TextKind,
  p: number,
  signal: AbortSignal,
): Promise<{ items: Text[]; pages: number }> {
  if (kind === 'prompts') {
    const { items, pages } = await call('GET /api/admin/prompts', { p }, { signal })
    return { items: items.map(({ question, ...rest }) => ({ ...rest, words: question })), pages }
  }
  const { items, pages } = await call('GET /api/admin/tips', { p }, { signal })
  return { items: items.map(({ text, ...rest }) => ({ ...rest, words: text })), pages }
}

/** Prompts and tips are alike but for the name of their words. */
export const useTexts = (kind: TextKind, p: number) =>
  useQuery({
    queryKey: queryKeys.adminAnswer(kind, { p }),
    queryFn: ({ signal }) => load(kind, p, signal),
    placeholderData: keepPreviousData,
  })

/** Adds one (without an id), or changes it; the list shows it, and no toast covers it. */
export const useSaveText = (kind: TextKind) =>
  useMutation({
    mutationFn: ({ words, ...rest }: Omit<Text, 'id'> & { id?: number }) =>
      kind === 'prompts'
        ? call('POST /api/admin/prompt', { ...rest, question: words })
        : call('POST /api/admin/tip', { ...rest, text: words }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.adminCall(kind) }),
  })
