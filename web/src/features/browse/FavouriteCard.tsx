import { problems } from '@rosella/contract/problems'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, type Reply, saidOr } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { ListCard, type ListCardProps } from './ListCard'

/** A card that can be taken off the list. */
export function FavouriteCard(props: ListCardProps) {
  const button = useRef<HTMLButtonElement>(null)
  const remove = useRemoveFavourite(props.member.id, () => focusNeighbour(button.current))
  return (
    <ListCard
      {...props}
      dimmed={remove.isPending}
      action={
        <Button
          ref={button}
          data-remove
          tone="quiet"
          onClick={() => remove.mutate()}
          pending={remove.isPending}
        >
          Remove
        </Button>
      }
    />
  )
}

/** Dimmed while the request runs; gone when it has succeeded. */
function useRemoveFavourite(id: number, onRemove: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/user-action', { action: 'unfav', recipient_id: id }),
    onSuccess: () => {
      onRemove()
      cache.setQueriesData<Reply<'GET /api/users'>>(
        { queryKey: queryKeys.memberListPages('favorites') },
        (list) => list && { ...list, users: list.users.filter((member) => member.id !== id) },
      )
      void cache.invalidateQueries({ queryKey: queryKeys.memberLists })
    },
    onError: (error) => showToast('danger', saidOr(error, problems.generic[1])),
  })
}

/** Whoever removes by keyboard stays in the list: at the next Remove, or at the heading after the last. */
function focusNeighbour(button: HTMLButtonElement | null): void {
  if (button === null || button !== document.activeElement) return
  const item = button.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const heading = document.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  ;(neighbour?.querySelector<HTMLElement>('[data-remove]') ?? heading)?.focus({ preventScroll: true })
}
