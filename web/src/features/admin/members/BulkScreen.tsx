import { BULK } from '@rosella/contract/admin/rules'
import type { AdminMember, BulkSuspension } from '@rosella/contract/admin/shapes'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Search from 'lucide-react/icons/search'
import UserRoundX from 'lucide-react/icons/user-round-x'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../platform/api'
import { queryClient } from '../../../platform/query'
import { queryKeys } from '../../../platform/query-keys'
import { submitForm } from '../../../platform/submit-form'
import { showToast } from '../../../platform/toast'
import { Button, ButtonLink } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Field } from '../../../ui/forms/Field'
import { TextArea } from '../../../ui/forms/TextArea'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { AdminPage } from '../AdminPage'
import { memberName } from '../cases/case-labels'
import { Panel, Quote } from '../Panel'
import { QueryResult } from '../QueryResult'
import { dayStart, UntilField } from '../UntilField'
import { useAdminQuery } from '../use-admin'
import { date, dateTime, formatNumber } from '../when'
import { MemberRow } from './MemberRow'

const names = ['from', 'to', 'address', 'photos'] as const
type Fields = Record<(typeof names)[number], string>

const people = (count: number): string => (count === 1 ? '1 member' : `${formatNumber(count)} members`)
const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/** From '2026-11-18T19:05', in the moderator's time zone. */
const secondsOf = (time: string): number | undefined => {
  const ms = time === '' ? Number.NaN : new Date(time).getTime()
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}

/** Suspends the accounts of a spam wave together. The URL holds the conditions. */
export function BulkScreen() {
  const [search] = useSearchParams()
  const fields = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Fields
  const isAsked = names.some((name) => fields[name] !== '')
  return (
    <AdminPage
      title="Suspend several members"
      actions={
        <ButtonLink to="/admin/members" tone="bare" icon={ArrowLeft}>
          All members
        </ButtonLink>
      }
    >
      <p className="max-w-prose text-muted">
        For waves of spam accounts. Find the accounts by what they have in common, check the list, and suspend
        them for one reason. Staff are never listed.
      </p>
      <Conditions key={search.toString()} fields={fields} />
      {isAsked && <Candidates key={`${search} found`} fields={fields} />}
      <RecentRuns />
    </AdminPage>
  )
}

function Conditions({ fields }: { fields: Fields }) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: fields })
  const show = form.handleSubmit((given) => {
    const query = Object.entries(given).map(([name, value]) => [name, value.trim()])
    void navigate(`?${new URLSearchParams(query.filter(([, value]) => value !== ''))}`)
  })
  return (
    <search>
      <form
        onSubmit={show}
        className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[13rem_13rem_1fr_12rem_auto]"
      >
        <Field label="Joined from" type="datetime-local" {...form.register('from')} />
        <Field label="Joined before" type="datetime-local" {...form.register('to')} />
        <Field
          label="Email address"
          type="search"
          hint="* stands for anything: *@mail.example"
          maxLength={254}
          {...form.register('address')}
        />
        <Field
          label="Same photos as member"
          hint="A member number"
          inputMode="numeric"
          pattern="\d*"
          maxLength={15}
          {...form.register('photos')}
        />
        <Button type="submit" icon={Search} className="min-h-12 sm:max-lg:justify-self-start lg:mt-6.5">
          Find
        </Button>
      </form>
    </search>
  )
}

function Candidates({ fields: { from, to, address, photos } }: { fields: Fields }) {
  const found = useAdminQuery('GET /api/admin/bulk-candidates', {
    joined_from: secondsOf(from),
    joined_to: secondsOf(to),
    address: address || undefined,
    photos_like: Number(photos) || undefined,
  })
  return <QueryResult query={found}>{(reply) => <Selection {...reply} />}</QueryResult>
}

function Selection({ items, more, out }: { items: readonly AdminMember[]; more: boolean; out: number }) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [asking, setAsking] = useState(false)
  const chosen = items.filter(({ id }) => !left.has(id))
  const isOut =
    out > 0 &&
    `${people(out)} who ${plural(out, 'fits is', 'fit are')} suspended or banned already and ${plural(out, 'stays', 'stay')} as they are.`
  if (items.length === 0)
    return (
      <EmptyState title="Nobody to suspend" icon={UserRoundX}>
        {isOut || 'No member fits these conditions.'}
      </EmptyState>
    )
  function toggle(id: number) {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  return (
    <section aria-label="Members found" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status">
          <strong>{`${formatNumber(chosen.length)} of ${people(items.length)} selected.`}</strong> {isOut}{' '}
          {more && `These are the newest ${BULK.listed}. Suspend them first, then look for the rest.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            tone="quiet"
            onClick={() => setLeft(chosen.length > 0 ? new Set(items.map(({ id }) => id)) : new Set())}
          >
            {chosen.length > 0 ? 'Select none' : 'Select all'}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => setAsking(true)}>
            {chosen.length === 0 ? 'Suspend…' : `Suspend ${people(chosen.length)}…`}
          </Button>
        </div>
      </div>
      <ul className="grid gap-1.5">
        {items.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            start={
              // The label is wider than the box, so that a finger that misses it does not open the row's link.
              <label className="relative z-1 -my-2.5 -ms-4 grid shrink-0 place-items-center self-stretch px-4">
                <input
                  type="checkbox"
                  aria-label={`Suspend ${memberName(member)}, No. ${member.id}`}
                  checked={!left.has(member.id)}
                  onChange={() => toggle(member.id)}
                  className="size-5 accent-ink"
                />
              </label>
            }
          />
        ))}
      </ul>
      {asking && <SuspendDialog ids={chosen.map(({ id }) => id)} onClose={() => setAsking(false)} />}
    </section>
  )
}

/** In hexadecimal; crypto.randomUUID does not exist without TLS. */
const newBatch = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const refetch = () => queryClient.invalidateQueries({ queryKey: queryKeys.admin })

function SuspendDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  // A run that failed in the middle continues as the same one, so that it is undone as a whole.
  const [batch] = useState(newBatch)
  const [done, setDone] = useState(0)
  const form = useForm({ defaultValues: { reason: '', day: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const { errors, isSubmitting } = form.formState

  async function send({ reason, day }: { reason: string; day: string }) {
    for (let at = done; at < ids.length; at += BULK.perCall) {
      const some = ids.slice(at, at + BULK.perCall)
      await call('POST /api/admin/bulk-suspend', {
        batch,
        ids: some,
        reason: reason.trim(),
        until_ts: dayStart(day),
      })
      setDone(at + some.length)
    }
    showToast('success', ids.length === 1 ? 'The member is suspended.' : 'The members are suspended.')
    onClose()
    void refetch()
  }

  return (
    <ConfirmDialog
      open
      onClose={() => {
        onClose()
        if (done > 0) void refetch()
      }}
      written={reason !== ''}
      onConfirm={submitForm(form, send)}
      title={`Suspend ${people(ids.length)}?`}
      confirmLabel="Suspend"
      pending={isSubmitting}
      error={errors.root?.message}
    >
      <div className="grid gap-4">
        <p>
          They’re logged out everywhere immediately, and nobody can see them any more. They get no email, but
          read the reason when they try to log in. You can undo this for 30 days.
        </p>
        <Controller
          control={form.control}
          name="day"
          render={({ field: { value, onChange } }) => (
            <UntilField
              label="Suspended until"
              hint="They can log in again on this day. If it’s empty, the suspension lasts until somebody lifts it."
              day={value}
              onChange={onChange}
            />
          )}
        />
        <Controller
          control={form.control}
          name="reason"
          rules={{ validate: (text) => text.trim() !== '' || 'Please give a reason.' }}
          render={({ field }) => (
            <TextArea
              label="Reason"
              hint="Each of them will read this."
              error={errors.reason?.message}
              limit={BULK.reason}
              maxLength={BULK.reason}
              {...field}
            />
          )}
        />
        {done > 0 && <p role="status">{`${formatNumber(done)} of ${people(ids.length)} done.`}</p>}
      </div>
    </ConfirmDialog>
  )
}

/** Bulk suspensions that can be undone. */
function RecentRuns() {
  const runs = useAdminQuery('GET /api/admin/bulk-suspensions', {})
  const [undoing, setUndoing] = useState<BulkSuspension | null>(null)
  return (
    <Panel title="Last 30 days">
      <QueryResult query={runs}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">Nobody has been suspended together with others.</p>
          ) : (
            <ul className="grid gap-4">
              {items.map((run) => (
                <Run key={run.batch} run={run} onUndo={() => setUndoing(run)} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      {undoing && <UndoDialog run={undoing} onClose={() => setUndoing(null)} />}
    </Panel>
  )
}

function Run({ run, onUndo }: { run: BulkSuspension; onUndo: () => void }) {
  const { moderator, ts, reason, until_ts, suspended, restored, left } = run
  const changed = suspended - restored - left
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="grid min-w-0 flex-1 basis-72 gap-1.5">
        <p>
          <strong>{`${moderator ?? 'Somebody'} suspended ${people(suspended)}`}</strong>{' '}
          {until_ts === null ? 'without an end date' : `until ${date(until_ts)}`}.{' '}
          <span className="text-muted">{dateTime(ts)}</span>
        </p>
        <Quote>{reason}</Quote>
        {restored > 0 && <p>{`${people(restored)} ${plural(restored, 'has', 'have')} been restored.`}</p>}
        {changed > 0 && (
          <p className="text-muted">
            {`${people(changed)} ${plural(changed, 'has', 'have')} been changed or deleted since.`}
          </p>
        )}
      </div>
      {left > 0 && (
        <Button tone="quiet" onClick={onUndo}>
          Undo…
        </Button>
      )}
    </li>
  )
}

function UndoDialog({ run: { batch, left }, onClose }: { run: BulkSuspension; onClose: () => void }) {
  const form = useForm()
  const { errors, isSubmitting } = form.formState
  async function send() {
    let restored = 0
    for (let more = true; more; ) {
      const reply = await call('POST /api/admin/bulk-undo', { batch })
      restored += reply.restored
      // Those who were changed meanwhile are not restored, so ask again only while somebody is.
      more = reply.more && reply.restored > 0
    }
    showToast('success', `${people(restored)} ${plural(restored, 'has', 'have')} been restored.`)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={submitForm(form, () => send().finally(() => void refetch()))}
      title={`Restore ${people(left)}?`}
      confirmLabel="Restore"
      tone="ink"
      pending={isSubmitting}
      error={errors.root?.message}
    >
      They can log in again immediately, with the status they had before. Members whose status has been
      changed since stay as they are.
    </ConfirmDialog>
  )
}
