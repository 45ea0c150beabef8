import type { CheckIn, DatePlan } from '@rosella/contract/dates/endpoints'
import { CONTACT_NAME_MAX, CONTACTS_MAX, graces, PLACE_MAX } from '@rosella/contract/dates/rules'
import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { call } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession } from '../../platform/session/session'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { Field } from '../../ui/forms/Field'
import { Select } from '../../ui/forms/Select'
import { Dialog } from '../../ui/overlays/Dialog'
import { loadCheckIns } from './device-check-ins'
import { fromLocal, isOpen, toLocal, whenLabel } from './PlanCard'

interface CheckInDialogProps {
  onClose: () => void
  /** The accepted dates to choose from. */
  plans: DatePlan[]
  /** The date that the dialog was opened for. */
  planId?: number
  /** To change a check-in. */
  checkIn?: CheckIn
}

const HOUR = 3600

/** Starts or changes a check-in. The person met never sees it. */
export function CheckInDialog({ onClose, plans, planId, checkIn }: CheckInDialogProps) {
  const cache = useQueryClient()
  const accepted = plans.filter((plan) => isOpen(plan) && plan.state === 'accepted' && plan.partner)
  const [dateId, setDateId] = useState(checkIn?.date_id ?? planId ?? null)
  const plan = accepted.find(({ id }) => id === dateId)
  const start = checkIn?.at_ts ?? plan?.at_ts ?? Math.ceil(Date.now() / 1000 / 900) * 900
  const [name, setName] = useState(checkIn?.name ?? '')
  const [place, setPlace] = useState(checkIn?.place ?? '')
  const [at, setAt] = useState(toLocal(start))
  const [end, setEnd] = useState(toLocal(checkIn?.end_ts ?? start + 2 * HOUR))
  const [grace, setGrace] = useState(String(checkIn?.grace ?? 30))
  const [contacts, setContacts] = useState(() => checkIn?.contacts ?? [{ name: '', email: '' }])
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const isByHand = !plan

  function choosePlan(id: string) {
    const chosen = accepted.find((one) => String(one.id) === id)
    setDateId(chosen?.id ?? null)
    if (!chosen) return
    setAt(toLocal(chosen.at_ts))
    setEnd(toLocal(chosen.at_ts + 2 * HOUR))
  }
  const setContact = (at: number, change: object) =>
    setContacts(contacts.map((one, n) => (n === at ? { ...one, ...change } : one)))

  async function save() {
    setPending(true)
    setError(undefined)
    try {
      await call('POST /api/check-in', {
        ...(checkIn && { id: checkIn.id }),
        ...(plan ? { date_id: plan.id } : { name, place }),
        at_ts: plan && at === toLocal(plan.at_ts) ? plan.at_ts : fromLocal(at),
        end_ts: fromLocal(end),
        grace: Number(grace),
        contacts: contacts
          .filter((one) => one.email.trim() !== '' || one.name.trim() !== '')
          .map((one) => ({ name: one.name, email: one.email })),
      })
      await cache.invalidateQueries({ queryKey: queryKeys.dates(getSession()?.id) })
      // Both are needed before the question can be asked on this device.
      await reloadSession()
      await loadCheckIns()
      onClose()
    } catch (failure) {
      setError((failure as Error).message)
    }
    setPending(false)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={checkIn ? 'Change check-in' : 'Check in'}
      actions={
        <Button pending={pending} onClick={() => void save()}>
          {checkIn ? 'Save' : 'Start check-in'}
        </Button>
      }
    >
      <div className="grid gap-5">
        <p className="text-muted">
          We’ll ask “Are you OK?” when you expect to be done. If you don’t answer, we alert your trusted
          contacts. The person you meet never learns about it.
        </p>
        {accepted.length > 0 && !checkIn && (
          <Select
            label="Your date"
            value={dateId === null ? '' : String(dateId)}
            placeholder="A date I enter myself"
            options={accepted.map((one) => ({
              value: String(one.id),
              label: `${one.partner?.username ?? ''}, ${whenLabel(one)}`,
            }))}
            onChange={({ target }) => choosePlan(target.value)}
          />
        )}
        {isByHand && (
          <>
            <Field
              label="Who are you meeting?"
              hint="Their first name"
              maxLength={40}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <Field
              label="Place"
              limit={PLACE_MAX}
              autoComplete="off"
              value={place}
              onChange={({ target }) => setPlace(target.value)}
            />
          </>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {isByHand && (
            <Field
              type="datetime-local"
              label="It starts"
              value={at}
              onChange={({ target }) => setAt(target.value)}
            />
          )}
          <Field
            type="datetime-local"
            label="I expect to be done"
            value={end}
            onChange={({ target }) => setEnd(target.value)}
          />
        </div>
        <ChoiceGroup
          legend="Alert my contacts if I don’t answer within"
          options={graces.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
          value={grace}
          onChange={(value) => value !== null && setGrace(value)}
        />
        <fieldset className="grid gap-4">
          <legend className="mb-2 font-semibold">Trusted contacts</legend>
          <p className="text-muted text-sm">
            We email them what may happen and ask them to confirm. Only confirmed contacts are alerted.
          </p>
          {contacts.map((contact, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: contacts are only added at the end.
            <div key={n} className="grid gap-3 sm:grid-cols-2">
              <Field
                label={`Name of contact ${n + 1}`}
                maxLength={CONTACT_NAME_MAX}
                autoComplete="off"
                value={contact.name}
                onChange={({ target }) => setContact(n, { name: target.value })}
              />
              <Field
                type="email"
                label={`Email of contact ${n + 1}`}
                autoComplete="off"
                value={contact.email}
                onChange={({ target }) => setContact(n, { email: target.value })}
              />
            </div>
          ))}
          {contacts.length < CONTACTS_MAX && (
            <Button
              tone="quiet"
              icon={Plus}
              className="justify-self-start"
              onClick={() => setContacts([...contacts, { name: '', email: '' }])}
            >
              Add another contact
            </Button>
          )}
        </fieldset>
        {error && <Alert>{error}</Alert>}
      </div>
    </Dialog>
  )
}
