import Plus from 'lucide-react/icons/plus'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../Button'
import { Dialog } from '../overlays/Dialog'
import { MultiChoiceGroup } from './ChoiceGroup'
import { Field } from './Field'

type PickListProps = {
  legend: string
  hint?: ReactNode
  error?: ReactNode
  /** The label of the button that opens the list, such as 'Choose interests'. */
  action: string
  groups: { name: string; options: { value: string; label: string }[] }[]
  values: string[]
  onChange: (values: string[]) => void
  /** The maximum number of choices. */
  most?: number
}

/** Multiple choices from a long list. Shows the chosen ones; a dialog with groups and a search shows all. */
export function PickList(props: PickListProps) {
  const { legend, hint, error, action, groups, values, onChange, most } = props
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const picked = groups.flatMap(({ options }) => options.filter(({ value }) => values.includes(value)))

  function drop(left: string[]) {
    onChange(left)
    // The clicked pill is gone.
    opener.current?.focus()
  }

  return (
    <div className="grid justify-items-start gap-2">
      <MultiChoiceGroup
        legend={legend}
        hint={hint}
        error={error}
        options={picked}
        values={values}
        onChange={drop}
      />
      <Button ref={opener} tone="quiet" icon={Plus} onClick={() => setOpen(true)}>
        {action}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={legend}
        size="medium"
        tall
        actions={
          <div className="flex w-full items-center justify-between gap-4">
            <p role="status" className="text-muted">
              {`${values.length}${most === undefined ? '' : ` of ${most}`} chosen`}
            </p>
            <Button onClick={() => setOpen(false)}>Done</Button>
          </div>
        }
      >
        <Groups groups={groups} values={values} onChange={onChange} most={most} />
      </Dialog>
    </div>
  )
}

function Groups({
  groups,
  values,
  onChange,
  most,
}: Pick<PickListProps, 'groups' | 'values' | 'onChange' | 'most'>) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const isFull = most !== undefined && values.length >= most
  const found = groups
    .map(({ name, options }) => ({
      name,
      options: options.filter(({ label }) => label.toLowerCase().includes(wanted)),
    }))
    .filter(({ options }) => options.length > 0)

  /** Enter must not submit a form around the dialog. */
  function ignoreEnter(event: KeyboardEvent) {
    if (event.key === 'Enter') event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the fields inside.
    <div onKeyDown={ignoreEnter} className="grid gap-6">
      <Field
        label="Find in the list"
        labelHidden
        type="search"
        placeholder="Find in the list"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.map(({ name, options }) => (
        <MultiChoiceGroup
          key={name}
          legend={name}
          options={options.map((option) => ({
            ...option,
            disabled: isFull && !values.includes(option.value),
          }))}
          values={values}
          onChange={onChange}
        />
      ))}
      {found.length === 0 && <p className="text-muted">Nothing in the list matches.</p>}
    </div>
  )
}
