import { ageAt } from '@rosella/contract/member/rules'
import { tintOf } from '../../ui/member/letter-tint'
import { birthdayOf, type Draft } from './signup-form'

/** A live preview of the member's own card. Hidden from screen readers, because the form has the same information. */
export function CardPreview({ draft }: { draft: Draft }) {
  const name = draft.username.trim()
  const birthday = birthdayOf(draft)
  const age = birthday ? `, ${ageAt(birthday, Date.now() / 1000)}` : ''
  return (
    <div aria-hidden="true" className="sticky top-24 grid gap-3">
      <div
        className={`petal relative grid aspect-4/5 place-items-center overflow-hidden ${tintOf(name) ?? ''}`}
      >
        <span className="font-bold font-display text-[8rem] uppercase leading-none">
          {[...name][0] ?? '?'}
        </span>
        <span className="petal-sm absolute start-4 top-4 bg-wattle px-2.5 py-0.5 font-bold text-on-wattle text-xs">
          New
        </span>
      </div>
      <div>
        <p className="truncate font-bold font-display text-2xl">{name ? `${name}${age}` : 'Your card'}</p>
        <p className="text-muted">{draft.home?.city ?? 'How others will first see you'}</p>
      </div>
    </div>
  )
}
