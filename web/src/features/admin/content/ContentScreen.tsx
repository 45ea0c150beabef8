import { Tabs } from '../../../ui/Tabs'
import { AdminPage } from '../AdminPage'
import { usePage } from '../use-admin'
import { SettingsTab } from './SettingsTab'
import { TemplatesTab } from './TemplatesTab'
import { TextsTab } from './TextsTab'

const tabs = { prompts: 'Prompts', tips: 'Tips', templates: 'Reply templates', settings: 'Settings' } as const
type Tab = keyof typeof tabs

/** Prompts, tips, reply templates and site settings. */
export function ContentScreen() {
  const { search } = usePage()
  const tab = Object.keys(tabs).find((one): one is Tab => one === search.get('tab')) ?? 'prompts'
  return (
    <AdminPage
      title="Content"
      actions={
        <Tabs
          label="Content"
          tabs={(Object.keys(tabs) as Tab[]).map((one) => ({
            to: one === 'prompts' ? '/admin/content' : `/admin/content?tab=${one}`,
            label: tabs[one],
            current: one === tab,
          }))}
        />
      }
    >
      {tab === 'settings' && <SettingsTab />}
      {tab === 'templates' && <TemplatesTab />}
      {(tab === 'prompts' || tab === 'tips') && <TextsTab key={tab} kind={tab} />}
    </AdminPage>
  )
}
