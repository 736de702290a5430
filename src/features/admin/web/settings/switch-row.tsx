// One of the two switches of the service: shows how it stands, asks, then changes it (document 2 §4, §5 Admin; C-48).
import { Badge, Group, Switch } from '@mantine/core'
import { useState } from 'react'
import { SettingRow } from '#platform/web/ui/settings-section.tsx'
import { ADMIN_SETTINGS_TEXTS } from '#rulebook/admin/admin-settings-texts.ts'
import { type SystemSettings, toggleVerb } from '#rulebook/admin/system-settings.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useSettingsChange } from './use-admin-settings.ts'

interface SwitchRowProps {
  readonly isOn: boolean
  readonly labels: {
    readonly title: string
    readonly hint: string
    readonly confirm: { readonly on: string; readonly off: string }
  }
  /** With `{verb}`. */
  readonly texts: { readonly question: string; readonly done: string; readonly failed: string }
  readonly change: (isOn: boolean) => Promise<SystemSettings>
}

export function SwitchRow({ isOn, labels, texts, change }: SwitchRowProps) {
  const [isAsking, setIsAsking] = useState(false)
  // What was asked stays on the dialog while it fades out, although the switch stands differently by then.
  const [asked, setAsked] = useState(!isOn)
  const withVerb = (text: string) => (to: boolean) => fillText(text, { verb: toggleVerb(to) })
  const { mutate, isPending } = useSettingsChange(change, {
    done: withVerb(texts.done),
    failed: withVerb(texts.failed),
  })
  const ask = () => {
    setAsked(!isOn)
    setIsAsking(true)
  }
  return (
    <>
      <SettingRow
        title={labels.title}
        hint={labels.hint}
        action={
          <Group gap="sm" wrap="nowrap">
            <Badge color={isOn ? 'red' : 'gray'} variant="light" size="lg" radius="sm">
              {isOn ? ADMIN_SETTINGS_TEXTS.on : ADMIN_SETTINGS_TEXTS.off}
            </Badge>
            <Switch
              aria-label={labels.title}
              size="md"
              color="red"
              checked={isOn}
              disabled={isPending}
              onChange={ask}
            />
          </Group>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={labels.title}
        question={withVerb(texts.question)(asked)}
        consequence={asked ? labels.confirm.on : labels.confirm.off}
        action={toggleVerb(asked)}
        isDangerous={asked}
        isBusy={isPending}
        onConfirm={() => mutate(asked, { onSuccess: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
