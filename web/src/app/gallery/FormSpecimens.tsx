import { useState } from 'react'
import { Checkbox } from '../../ui/Checkbox'
import { ChoiceGroup, MultiChoiceGroup } from '../../ui/ChoiceGroup'
import { CodeInput } from '../../ui/CodeInput'
import { Combobox } from '../../ui/Combobox'
import { Field } from '../../ui/Field'
import { PasswordInput, type PasswordRule } from '../../ui/PasswordInput'
import { Select } from '../../ui/Select'
import { StrengthChecklist } from '../../ui/StrengthChecklist'
import { Switch } from '../../ui/Switch'
import { TextArea } from '../../ui/TextArea'
import { Chapter, Specimen } from './Specimen'

const towns = [
  'Albury, NSW',
  'Ballarat, VIC',
  'Bendigo, VIC',
  'Brisbane, QLD',
  'Broome, WA',
  'Cairns, QLD',
  'Hobart, TAS',
]
const demoRule: PasswordRule = {
  allows: (character) => /[!-~]/.test(character),
  accepts: (password) => /^[!-~]{8,64}$/.test(password),
  invalidText: '8+ characters: A-Z, a-z, 0-9, and symbols',
}

export function FormSpecimens() {
  const [smoking, setSmoking] = useState<string | null>('n')
  const [relocation, setRelocation] = useState(['c'])
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('407')
  const [town, setTown] = useState('')
  const [stealth, setStealth] = useState(false)
  const [receipts, setReceipts] = useState(true)
  const matches = towns.filter((name) => name.toLowerCase().includes(town.toLowerCase()))
  return (
    <Chapter title="Forms">
      <div className="grid gap-8 md:grid-cols-2">
        <Specimen name="Field">
          <div className="grid gap-5">
            <Field label="First name" name="first" autoComplete="given-name" hint="Members see this name." />
            <Field
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              defaultValue="mia@"
              error="Invalid email address"
            />
            <Field label="Occupation" name="job" optional disabled defaultValue="Marine biologist" />
          </div>
        </Specimen>
        <Specimen name="TextArea, Select">
          <div className="grid gap-5">
            <TextArea
              label="What I offer"
              name="offer"
              limit={600}
              hint="A few honest lines work best."
              defaultValue="Sunday swims, strong coffee and a very old kelpie called Biscuit."
            />
            <Select
              label="Country"
              name="country"
              placeholder="Choose a country"
              options={[
                { value: 'AU', label: 'Australia' },
                { value: 'NZ', label: 'New Zealand' },
              ]}
            />
            <Select
              label="Birth month"
              name="month"
              error="Invalid birthday date."
              options={[{ value: '1', label: 'January' }]}
            />
          </div>
        </Specimen>
        <Specimen name="PasswordInput, StrengthChecklist">
          <form className="grid gap-5">
            <Field
              label="Email"
              name="username"
              autoComplete="username"
              defaultValue="mia@example.com"
              readOnly
            />
            <PasswordInput
              label="New password"
              name="new"
              rule={demoRule}
              onChange={(event) => setPassword(event.target.value)}
            />
            <StrengthChecklist password={password} />
            <PasswordInput label="Password" name="password" />
          </form>
        </Specimen>
        <Specimen name="CodeInput, Combobox">
          <div className="grid gap-5">
            <CodeInput
              label="Six-digit code"
              value={code}
              onChange={setCode}
              hint="We sent it to your email."
            />
            <Combobox
              label="City"
              hint="Your nearest city is fine."
              text={town}
              onTextChange={setTown}
              options={matches.map((name) => ({ value: name, label: name }))}
              onSelect={(option) => setTown(option.label)}
              emptyText="No city with that name"
            />
          </div>
        </Specimen>
        <Specimen name="ChoiceGroup, MultiChoiceGroup">
          <div className="grid gap-6">
            <ChoiceGroup
              legend="Smoking"
              clearable
              value={smoking}
              onChange={setSmoking}
              options={[
                { value: 'n', label: 'Never' },
                { value: 's', label: 'Socially' },
                { value: 'y', label: 'Yes' },
              ]}
            />
            <MultiChoiceGroup
              legend="Willing to relocate"
              values={relocation}
              onChange={setRelocation}
              options={[
                { value: 'c', label: 'Within my country' },
                { value: 'o', label: 'To another country' },
                { value: 'x', label: 'Not offered here', disabled: true },
              ]}
            />
            <ChoiceGroup
              legend="Gender at birth"
              value={null}
              onChange={setSmoking}
              error="Please select your gender at birth."
              options={[
                { value: 'f', label: 'Female' },
                { value: 'm', label: 'Male' },
              ]}
            />
          </div>
        </Specimen>
        <Specimen name="Checkbox, Switch">
          <div className="grid gap-4">
            <Checkbox name="terms" label="I am 18 or older" defaultChecked />
            <Checkbox name="news" label="Send me a monthly letter" hint="You can stop it at any time." />
            <Checkbox name="rules" label="I have read the safety page" error="Please read it first." />
            <Switch
              label="Stealth mode"
              hint="Browse without being seen."
              checked={stealth}
              onChange={setStealth}
            />
            <Switch label="Read receipts" checked={receipts} onChange={setReceipts} />
            <Switch label="Not yours to change" checked={false} disabled onChange={setReceipts} />
          </div>
        </Specimen>
      </div>
    </Chapter>
  )
}
