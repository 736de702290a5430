// Mode, zoom and full screen of the compare view.

import { ActionIcon, Button, Text, Tooltip } from '@mantine/core'
import { IconHelp, IconMaximize, IconMinimize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import classes from './compare-view.module.css'

export const COMPARE_MODES = ['slider', 'sideBySide', 'flash', 'difference'] as const
export type CompareMode = (typeof COMPARE_MODES)[number]

interface CompareToolbarProps {
  /** Undefined while there is nothing to compare with. */
  readonly mode: CompareMode | undefined
  readonly percent: number
  readonly isFit: boolean
  readonly isFullScreen: boolean
  readonly onMode: (mode: CompareMode) => void
  readonly onZoom: (to: 'in' | 'out' | 'fit' | 'actual' | 'double') => void
  readonly onFullScreen: () => void
  readonly isHelpOpen: boolean
  readonly onHelp: () => void
}

const MODE_ITEMS = COMPARE_MODES.map((mode) => ({ value: mode, label: COMPARE_TEXTS[mode] }))

export function CompareToolbar(props: CompareToolbarProps) {
  const { mode, percent, isFit, isFullScreen, onMode, onZoom, onFullScreen, isHelpOpen, onHelp } = props
  return (
    <div className={classes.toolbar}>
      {mode && (
        <ChoiceBar
          label={COMPARE_TEXTS.mode}
          choices={MODE_ITEMS}
          value={mode}
          onChange={onMode}
          className={classes.modes}
        />
      )}
      <div className={classes.zoom}>
        <ToolIcon isStep label={COMPARE_TEXTS.zoomOut} onPress={() => onZoom('out')}>
          <IconZoomOut size={18} aria-hidden />
        </ToolIcon>
        <Text size="sm" className={classes.percent} aria-live="polite">
          <span aria-hidden>{percent}%</span>
          <span className={classes.hiddenText}>{fillText(COMPARE_TEXTS.zoomLevel, { percent })}</span>
        </Text>
        <ToolIcon isStep label={COMPARE_TEXTS.zoomIn} onPress={() => onZoom('in')}>
          <IconZoomIn size={18} aria-hidden />
        </ToolIcon>
        <Preset label={COMPARE_TEXTS.fit} isOn={isFit} onPress={() => onZoom('fit')} />
        <Preset label={COMPARE_TEXTS.actualSize} isOn={!isFit && percent === 100} onPress={() => onZoom('actual')} />
        <Preset label={COMPARE_TEXTS.doubleSize} isOn={!isFit && percent === 200} onPress={() => onZoom('double')} />
        <ToolIcon
          label={isFullScreen ? COMPARE_TEXTS.leaveFullScreen : COMPARE_TEXTS.fullScreen}
          onPress={onFullScreen}
        >
          {isFullScreen ? <IconMinimize size={18} aria-hidden /> : <IconMaximize size={18} aria-hidden />}
        </ToolIcon>
        <ToolIcon label={COMPARE_TEXTS.help} isExpanded={isHelpOpen} onPress={onHelp}>
          <IconHelp size={18} aria-hidden />
        </ToolIcon>
      </div>
    </div>
  )
}

interface ToolIconProps {
  readonly label: string
  readonly onPress: () => void
  readonly children: ReactNode
  /** Left out on narrow screens, where fingers pinch and the presets are enough for one. */
  readonly isStep?: boolean
  /** For what a press opens and closes. */
  readonly isExpanded?: boolean
}
const ToolIcon = ({ label, onPress, children, isStep, isExpanded }: ToolIconProps) => (
  <Tooltip label={label} openDelay={400} withinPortal={false}>
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.target}
      data-step={isStep || undefined}
      onClick={onPress}
      aria-label={label}
      aria-expanded={isExpanded}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)

interface PresetProps {
  readonly label: string
  readonly isOn: boolean
  readonly onPress: () => void
}
const Preset = ({ label, isOn, onPress }: PresetProps) => (
  <Button
    variant={isOn ? 'light' : 'subtle'}
    color={isOn ? 'jade' : 'gray'}
    size="compact-sm"
    className={classes.target}
    aria-pressed={isOn}
    onClick={onPress}
  >
    {label}
  </Button>
)
