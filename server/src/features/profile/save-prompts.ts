import type { InputOf } from '@rosella/contract/endpoint'
import type { updatePrompts } from '@rosella/contract/profile/endpoints'
import { INACTIVE_PROMPT_ORDER, promptAnswerRule } from '@rosella/contract/profile/rules'
import { sentences } from '@rosella/contract/sentences'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { accept, Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

type Deps = Pick<Services, 'db' | 'bus' | 'settings'>
type Input = InputOf<typeof updatePrompts>

/**
 * Saves the active prompts in the given order. A prompt that is omitted, inactive or empty becomes inactive;
 * answers to omitted prompts are kept for another time. Newer prompts from another device are not overwritten.
 */
export async function savePrompts(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  { prompts, based_on }: Input,
): Promise<{ message?: string }> {
  const answers = inOrder(prompts)
  const active = answers.filter((answer) => answer.active).length
  const { max_prompts } = await deps.settings.current()
  if (active > max_prompts) throw new Problem('prompts.too-many')

  return withTransaction(deps, async (tx, emit) => {
    // Without the lock two concurrent saves could together exceed the limit.
    const member = tx.selectFrom('member').where('id', '=', viewer.id).select('id').forUpdate()
    if (!(await member.executeTakeFirst())) throw new Problem('session.none')
    await assertOffered(tx, answers)
    if (based_on) await assertNotNewer(tx, viewer.id, answers, based_on)
    await tx
      .updateTable('prompt_answer')
      .set({ active: false, order_n: INACTIVE_PROMPT_ORDER })
      .where('member_id', '=', viewer.id)
      .where('active', '=', true)
      .execute()
    if (answers.length > 0) await store(tx, viewer.id, answers)
    await tx.updateTable('member').set({ ndp: active }).where('id', '=', viewer.id).execute()
    emit({ kind: 'member.changed', member_id: viewer.id })
    return { message: sentences.saved }
  })
}

interface Answer {
  question_id: number
  answer: string
  active: boolean
  order_n: number
}

function inOrder(prompts: Input['prompts']): Answer[] {
  if (new Set(prompts.map((prompt) => prompt.question_id)).size < prompts.length) {
    throw new Problem('prompts.twice')
  }
  let next = 0
  return prompts.map((prompt) => {
    const answer = accept(promptAnswerRule(prompt.answer))
    const active = prompt.active !== false && answer !== ''
    const order_n = active ? next++ : INACTIVE_PROMPT_ORDER
    return { question_id: prompt.question_id, answer, active, order_n }
  })
}

async function assertOffered(tx: Tx, answers: Answer[]): Promise<void> {
  const offered = await findOffered(tx, answers)
  if (answers.some(({ question_id }) => !offered.has(question_id))) throw new Problem('prompts.unknown')
}

/** Finds, by primary key, which of the prompts are currently offered. */
async function findOffered(tx: Tx, prompts: { question_id: number }[]): Promise<Set<number>> {
  if (prompts.length === 0) return new Set()
  const ids = prompts.map(({ question_id }) => question_id)
  const offered = await tx
    .selectFrom('prompt')
    .where('id', 'in', ids)
    .where('active', '=', true)
    .select('id')
    .execute()
  return new Set(offered.map(({ id }) => id))
}

type Shown = Pick<Answer, 'question_id' | 'answer'>

/** Compares what the member's devices show: active answers to prompts that are still offered. By primary keys. */
async function assertNotNewer(tx: Tx, memberId: number, answers: Answer[], basedOn: Shown[]): Promise<void> {
  const stored = await tx
    .selectFrom('prompt_answer as a')
    .innerJoin('prompt as p', 'p.id', 'a.question_id')
    .where('a.member_id', '=', memberId)
    .where('a.active', '=', true)
    .where('p.active', '=', true)
    .orderBy('a.order_n')
    .select(['a.question_id', 'a.answer'])
    .execute()
  const offered = await findOffered(tx, basedOn)
  const shown = (list: Shown[]) =>
    JSON.stringify(list.map(({ question_id, answer }) => [question_id, answer]))
  const basis = basedOn
    .filter(({ question_id }) => offered.has(question_id))
    .map(({ question_id, answer }) => ({ question_id, answer: accept(promptAnswerRule(answer)) }))
    .filter(({ answer }) => answer !== '')
  if (![basis, answers.filter(({ active }) => active)].map(shown).includes(shown(stored))) {
    throw new Problem('profile.newer', { fields: 'Discuss' })
  }
}

async function store(tx: Tx, memberId: number, answers: Answer[]): Promise<void> {
  await tx
    .insertInto('prompt_answer')
    .values(answers.map((answer) => ({ member_id: memberId, ...answer })))
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'question_id']).doUpdateSet((row) => ({
        answer: row.ref('excluded.answer'),
        active: row.ref('excluded.active'),
        order_n: row.ref('excluded.order_n'),
      })),
    )
    .execute()
}
