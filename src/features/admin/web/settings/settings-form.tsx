// Limits and announcement (document 2 §5 Admin; U-23, U-24). Only fields that were touched and differ are sent, so two operators at once
// do not undo each other.
import { Alert, Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSpeakerphone } from '@tabler/icons-react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { ADMIN_SETTINGS_TEXTS } from '#rulebook/admin/admin-settings-texts.ts'
import {
  ANNOUNCEMENT_MAX_LENGTH,
  API_RATE_LIMIT,
  checkSetting,
  MAX_DAILY_CREDITS,
  SETTING_TEXTS,
  type SystemSettings,
} from '#rulebook/admin/system-settings.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { adminClient } from '../admin-client.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { useSettingsChange } from './use-admin-settings.ts'

const LIMITS = { apiRateLimit: API_RATE_LIMIT, maxDailyCreditsPerUser: MAX_DAILY_CREDITS } as const
type LimitKey = keyof typeof LIMITS
type FormValues = Pick<SystemSettings, LimitKey | 'systemAnnouncement'>
type FormKey = keyof FormValues
const KEYS: readonly FormKey[] = ['apiRateLimit', 'maxDailyCreditsPerUser', 'systemAnnouncement']

/** An emptied field is no number. */
const numberOf = (value: number | string): number => (typeof value === 'number' ? value : Number.NaN)

export function SettingsForm({ settings }: { readonly settings: SystemSettings }) {
  /** Holds what was touched only. */
  const form = useForm<Partial<FormValues>>({
    initialValues: {},
    validate: (draft) => problemsOf(changesOf(draft, settings)),
  })
  const save = useSettingsChange((changes: Partial<FormValues>) => adminClient.settings.save(changes), {
    done: () => SETTING_TEXTS.saved,
    failed: () => SETTING_TEXTS.saveFailed,
  })
  const values: FormValues = { ...settings, ...form.values }
  const problems = problemsOf(values)
  const changes = changesOf(form.values, settings)
  const isChanged = Object.keys(changes).length > 0
  /** What was typed while it was saved stays. */
  const leaveSaved = (saved: SystemSettings) => {
    const typedSince = changesOf(form.getValues(), { ...saved, ...changes })
    form.reset()
    form.setValues(typedSince)
  }
  const submit = form.onSubmit(() => {
    if (isChanged && !save.isPending) save.mutate(changes, { onSuccess: leaveSaved })
  })
  return (
    <SettingsSection id="system-config" title={ADMIN_SETTINGS_TEXTS.form} lead={ADMIN_SETTINGS_TEXTS.formLead}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          {(Object.keys(LIMITS) as LimitKey[]).map((key) => (
            <LimitField
              key={key}
              name={key}
              value={values[key]}
              error={problems[key]}
              onChange={(value) => form.setFieldValue(key, value)}
            />
          ))}
          <AnnouncementField
            text={values.systemAnnouncement}
            error={problems.systemAnnouncement}
            onChange={(text) => form.setFieldValue('systemAnnouncement', text)}
          />
          <Group gap="sm">
            <Button type="submit" disabled={!isChanged || !form.isValid()} loading={save.isPending}>
              {ADMIN_SETTINGS_TEXTS.save}
            </Button>
            {isChanged && (
              <Button variant="default" disabled={save.isPending} onClick={form.reset}>
                {ADMIN_SETTINGS_TEXTS.discard}
              </Button>
            )}
            <Text size="sm" c="dimmed" role="status">
              {isChanged ? ADMIN_SETTINGS_TEXTS.unsaved : ''}
            </Text>
          </Group>
        </Stack>
      </form>
      {isChanged && <LeaveQuestion />}
    </SettingsSection>
  )
}

function problemsOf(values: Partial<FormValues>): Partial<Record<FormKey, string>> {
  const entries = Object.entries(values) as [FormKey, number | string][]
  const found = entries.flatMap(([key, value]) => {
    const problem = KEYS.includes(key) && checkSetting(key, value)
    return problem ? [[key, messageOf(problem)] as const] : []
  })
  return Object.fromEntries(found)
}

function changesOf(draft: Partial<FormValues>, settings: SystemSettings): Partial<FormValues> {
  const entries = Object.entries(draft) as [FormKey, number | string][]
  return Object.fromEntries(entries.filter(([key, value]) => !Object.is(value, settings[key])))
}

interface LimitFieldProps {
  readonly name: LimitKey
  readonly value: number
  readonly error: string | undefined
  readonly onChange: (value: number) => void
}

const LimitField = ({ name, value, error, onChange }: LimitFieldProps) => (
  <NumberInput
    size="md"
    maw={420}
    label={ADMIN_SETTINGS_TEXTS[name].label}
    description={fillText(ADMIN_SETTINGS_TEXTS[name].hint, LIMITS[name])}
    value={Number.isNaN(value) ? '' : value}
    error={error}
    min={LIMITS[name].min}
    max={LIMITS[name].max}
    // A number out of range is refused with its rule, never changed silently.
    clampBehavior="none"
    hideControls
    inputMode="numeric"
    onChange={(next) => onChange(numberOf(next))}
  />
)

interface AnnouncementFieldProps {
  readonly text: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

const AnnouncementField = ({ text, error, onChange }: AnnouncementFieldProps) => (
  <Stack gap="xs">
    <Textarea
      size="md"
      rows={4}
      resize="vertical"
      label={ADMIN_SETTINGS_TEXTS.announcement.label}
      description={ADMIN_SETTINGS_TEXTS.announcement.hint}
      value={text}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <Text size="sm" c="dimmed" ta="right">
      {fillText(ADMIN_SETTINGS_TEXTS.announcement.count, { n: text.length, max: ANNOUNCEMENT_MAX_LENGTH })}
    </Text>
    {text && (
      <Alert
        color="orange"
        title={ADMIN_SETTINGS_TEXTS.announcement.preview}
        icon={<IconSpeakerphone />}
        styles={{ message: { whiteSpace: 'pre-line', overflowWrap: 'anywhere', color: 'inherit' } }}
      >
        {text}
      </Alert>
    )}
  </Stack>
)
