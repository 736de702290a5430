// /admin/settings: the service's switches, its limits and announcement, and the maintenance tools (document 2 §2 "Admin settings").
import { Skeleton, Stack } from '@mantine/core'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { ADMIN_CONFIRMATIONS } from '#rulebook/admin/admin.ts'
import { ADMIN_SETTINGS_TEXTS } from '#rulebook/admin/admin-settings-texts.ts'
import { SETTING_TEXTS, type SystemSettings } from '#rulebook/admin/system-settings.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { adminClient } from '../admin-client.ts'
import { AdminPage } from '../admin-page.tsx'
import { MaintenanceTools } from './maintenance-tools.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SwitchRow } from './switch-row.tsx'
import { SettingsChangedContext, useAdminSettings } from './use-admin-settings.ts'

/** `onChanged`: what all pages show may be different now. */
export function AdminSettingsPage({ onChanged }: { readonly onChanged: () => void }) {
  const load = useAdminSettings()
  return (
    <SettingsChangedContext value={onChanged}>
      <AdminPage
        title={PAGE_TITLES['admin-settings']}
        intro={ADMIN_SETTINGS_TEXTS.intro}
        load={load}
        loadFailure={SETTING_TEXTS.loadFailed}
      >
        {load.data && (
          <>
            <Switches settings={load.data} />
            <SettingsForm settings={load.data} />
          </>
        )}
        {load.isPending && <WaitingForSettings />}
        <MaintenanceTools />
      </AdminPage>
    </SettingsChangedContext>
  )
}

const Switches = ({ settings }: { readonly settings: SystemSettings }) => (
  <SettingsSection id="service-switches" title={ADMIN_SETTINGS_TEXTS.switches}>
    <SwitchRow
      isOn={settings.emergencyStop}
      labels={ADMIN_SETTINGS_TEXTS.emergencyStop}
      texts={{
        question: ADMIN_CONFIRMATIONS.emergencyStop,
        done: SETTING_TEXTS.emergencyStopDone,
        failed: SETTING_TEXTS.emergencyStopFailed,
      }}
      change={(isOn) => adminClient.settings.setEmergencyStop({ isOn })}
    />
    <SwitchRow
      isOn={settings.maintenanceMode}
      labels={ADMIN_SETTINGS_TEXTS.maintenance}
      texts={{
        question: ADMIN_CONFIRMATIONS.maintenance,
        done: SETTING_TEXTS.maintenanceDone,
        failed: SETTING_TEXTS.maintenanceFailed,
      }}
      change={(isOn) => adminClient.settings.setMaintenance({ isOn })}
    />
  </SettingsSection>
)

const WaitingForSettings = () => (
  <Stack gap="lg" aria-hidden="true">
    <Skeleton height={220} radius="lg" />
    <Skeleton height={420} radius="lg" />
  </Stack>
)
