import { standardReasons } from '@rosella/contract/safety/reasons'
import type { SiteSettings } from '@rosella/contract/settings/rules'
import { Loaded } from './Loaded'
import { NumberSetting } from './NumberSetting'
import { Panel } from './Panel'
import { PremiumTextSetting } from './PremiumTextSetting'
import { ReasonsSetting } from './ReasonsSetting'
import { SwitchSetting } from './SwitchSetting'
import { useAdminRead } from './use-admin'
import type { NumberKey } from './use-setting'

const numbers: { key: NumberKey; label: string; words: string }[] = [
  {
    key: 'photos_min',
    label: 'Photos a member needs',
    words: 'With fewer approved photos a member is seen less after the first day.',
  },
  {
    key: 'photos_max',
    label: 'Photos a member may have',
    words: 'Uploading more is refused. Photos that are there already stay.',
  },
  {
    key: 'max_prompts',
    label: 'Discussion prompts on a profile',
    words: 'How many prompts a member may choose to answer.',
  },
  {
    key: 'notification_show_interval',
    label: 'Seconds a notification shows',
    words: 'Banners and toasts go by themselves after this time.',
  },
  {
    key: 'notifications_gap',
    label: 'Seconds between two notifications',
    words: 'The next one waits so long after the last has gone.',
  },
  {
    key: 'pages_minute',
    label: 'Pages of lists a member may read in a minute',
    words: 'Lists and searches together. More looks like scraping, and is counted on the member’s page.',
  },
  {
    key: 'pages_day',
    label: 'Pages of lists a member may read in a day',
    words: 'Lists and searches together, in 24 hours.',
  },
  {
    key: 'first_messages',
    label: 'Conversations a member may begin in a day',
    words: 'With people who have neither written to nor liked them. Answers are not limited.',
  },
  {
    key: 'first_messages_verified',
    label: 'Conversations a verified member may begin in a day',
    words: 'The same, for members whose photos are verified.',
  },
]

/** The numbers and lists the site goes by; each takes effect at once, everywhere. */
export function SettingsTab() {
  const settings = useAdminRead('GET /api/admin/settings', {})
  return (
    <>
      <p className="max-w-2xl text-muted">
        A change takes effect at once, in every process and for everyone who is online.
      </p>
      <Loaded query={settings}>
        {({ items }) => {
          const find = <K extends keyof SiteSettings>(key: K) => {
            const found = items.find((item) => item.key === key)
            return { value: found?.value as SiteSettings[K], standard: found?.standard as SiteSettings[K] }
          }
          const { keys = [] } = items.find(({ key }) => key === 'report_reasons') ?? {}
          const reasons = find('report_reasons').value.map((words, at) => ({ key: keys[at] ?? null, words }))
          const premium = find('premium_text')
          return (
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <Panel title="Numbers">
                <ul className="divide-y divide-line">
                  {numbers.map(({ key, ...rest }) => (
                    <NumberSetting key={`${key} ${find(key).value}`} name={key} {...rest} {...find(key)} />
                  ))}
                </ul>
              </Panel>
              <div className="grid gap-4">
                <Panel title="Who may write">
                  <SwitchSetting
                    name="confirmed_to_write"
                    label="Only with a confirmed address"
                    words="Beginning a conversation needs a confirmed email address. Answers need none."
                    {...find('confirmed_to_write')}
                  />
                </Panel>
                <Panel title="Admins and moderators">
                  <SwitchSetting
                    name="staff_second_key"
                    label="Only with a passkey or a second step"
                    words="Who has neither is led to setting one up before they can do anything here."
                    {...find('staff_second_key')}
                  />
                </Panel>
                <ReasonsSetting
                  key={reasons.map(({ key, words }) => `${key} ${words}`).join('\n')}
                  value={reasons}
                  standard={standardReasons}
                />
                <PremiumTextSetting key={premium.value} {...premium} />
              </div>
            </div>
          )
        }}
      </Loaded>
    </>
  )
}
