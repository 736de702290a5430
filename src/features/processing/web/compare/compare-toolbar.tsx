// Mode, zoom and full screen of the compare view.
import { ActionIcon, Button, SegmentedControl, Text, Tooltip } from '@mantine/core'
import { IconMaximize, IconMinimize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import { COMPARE_TEXTS } from '#rulebook/tool-page-texts.ts'
import classes from './compare-view.module.css'

export const COMPARE_MODES = ['slider', 'sideBySide', 'flash'] as const
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
}

const MODE_ITEMS = COMPARE_MODES.map((mode) => ({ value: mode, label: COMPARE_TEXTS[mode] }))

export function CompareToolbar(props: CompareToolbarProps) {
  const { mode, percent, isFit, isFullScreen, onMode, onZoom, onFullScreen } = props
  return (
    <div className={classes.toolbar}>
      {mode && (
        <SegmentedControl
          size="sm"
          data={MODE_ITEMS}
          value={mode}
          onChange={(value) => onMode(value as CompareMode)}
          aria-label={COMPARE_TEXTS.mode}
        />
      )}
      <div className={classes.zoom}>
        <ToolIcon label={COMPARE_TEXTS.zoomOut} onPress={() => onZoom('out')}>
          <IconZoomOut size={18} aria-hidden />
        </ToolIcon>
        <Text size="sm" className={classes.percent} aria-live="polite">
          <span aria-hidden>{percent}%</span>
          <span className={classes.hiddenText}>{fillText(COMPARE_TEXTS.zoomLevel, { percent })}</span>
        </Text>
        <ToolIcon label={COMPARE_TEXTS.zoomIn} onPress={() => onZoom('in')}>
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
      </div>
    </div>
  )
}

interface ToolIconProps {
  readonly label: string
  readonly onPress: () => void
  readonly children: ReactNode
}
const ToolIcon = ({ label, onPress, children }: ToolIconProps) => (
  <Tooltip label={label} openDelay={400} withinPortal={false}>
    <ActionIcon variant="subtle" color="gray" size={36} onClick={onPress} aria-label={label}>
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
    aria-pressed={isOn}
    onClick={onPress}
  >
    {label}
  </Button>
)
