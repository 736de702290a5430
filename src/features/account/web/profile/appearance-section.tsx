// Light, dark, or as the device is (decision 0092): kept in this browser, seen at once.
import { useState } from 'react'
import { chooseTheme, readAppSettings } from '#platform/web/app-settings.ts'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { useHydrated } from '#platform/web/ui/use-hydrated.ts'
import { THEME_TEXTS, THEMES, type Theme } from '#rulebook/site/appearance.ts'

const CHOICES = THEMES.map((value) => ({ value, label: THEME_TEXTS[value] }))

export function AppearanceSection() {
  const isHydrated = useHydrated()
  const [chosen, setChosen] = useState<Theme>()
  const theme = chosen ?? (isHydrated ? readAppSettings().theme : 'light')
  const choose = (next: Theme) => {
    setChosen(next)
    chooseTheme(next)
  }
  return (
    <SettingsSection id="appearance" title={THEME_TEXTS.title}>
      <SettingRow
        title={THEME_TEXTS.label}
        hint={THEME_TEXTS.hint}
        action={<ChoiceBar label={THEME_TEXTS.label} choices={CHOICES} value={theme} onChange={choose} />}
      />
    </SettingsSection>
  )
}
