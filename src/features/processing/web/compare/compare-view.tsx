// Before and after, to answer one question: is it better? Slider, side by side, hold to flash, difference; one view for both
// pictures (architecture §7; document 2 §2). Keys: see COMPARE_HELP. Until there is a result the
// photo stands plain (decision 0212).
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import { TOOL_PAGE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { VERSION_TEXTS } from '#rulebook/runs/version-texts.ts'
import type { StartJob } from '../../contract.ts'
import { CompareHelp } from './compare-help.tsx'
import { CompareSizes, DifferenceNote, type Gain } from './compare-notes.tsx'
import type { ComparedPicture } from './compare-picture.tsx'
import { CompareStage } from './compare-stage.tsx'
import { COMPARE_MODES, type CompareMode, CompareToolbar } from './compare-toolbar.tsx'
import classes from './compare-view.module.css'
import { useCompareKeys } from './use-compare-keys.ts'
import { useCompareZoom } from './use-compare-zoom.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useOpeningSpot } from './use-opening-spot.ts'
import { useResultInView } from './use-result-in-view.ts'

export interface ComparedSource {
  readonly address: string
  readonly fullAddress?: string
  /** The upload or result that this is: large ones are then shown in tiles of their full size. */
  readonly tilesOf?: StartJob['source']
  readonly width: number
  readonly height: number
  /** A result of a generative tool: the view says that detail was added. */
  readonly hasInventedDetail?: boolean
}
export interface CompareViewProps {
  readonly name: string
  readonly before: ComparedSource
  /** Absent until there is a result. */
  readonly after?: ComparedSource
  /** Opens at 100 % where both differ most, instead of whole. */
  readonly opensClose?: boolean
  /** What both are called, where they are not before and after. */
  readonly sides?: { readonly before: string; readonly after: string }
  /** An address no longer works: the owner reads a new one. */
  readonly onFail?: () => void
}

const BEFORE_AND_AFTER = { before: TOOL_PAGE_TEXTS.before, after: TOOL_PAGE_TEXTS.after }

const stateOf = (source: ComparedSource, name: string, state: string): ComparedPicture => ({
  ...source,
  state,
  alt: fillText(COMPARE_TEXTS.picture, { name, state }),
})

export function CompareView(props: CompareViewProps) {
  const { name, before, after, opensClose, sides = BEFORE_AND_AFTER, onFail } = props
  const root = useRef<HTMLElement>(null)
  const [mode, setMode] = useState<CompareMode>('slider')
  const [isHeld, setHeld] = useState(false)
  const [gain, setGain] = useState<Gain>(8)
  const help = useHelp(root)
  const zoom = useCompareZoom(after ?? before, after !== undefined)
  const isAtSpot = useOpeningSpot({ before, after: opensClose ? after : undefined, zoom })
  const fullScreen = useFullScreen(root)
  useResultInView(root, after !== undefined)
  const keys = useCompareKeys({
    toggleHelp: help.toggle,
    toggleFullScreen: fullScreen.toggle,
    nextMode: () => after && setMode(modeAfter),
    hold: after && setHeld,
    onZoomKey: zoom.onKey,
  })

  return (
    <section
      ref={root}
      className={classes.root}
      data-full={fullScreen.isFullScreen || undefined}
      aria-label={labelOf(after !== undefined, sides)}
      {...keys}
      onBlur={() => setHeld(false)}
    >
      <CompareStage
        mode={mode}
        before={stateOf(before, name, sides.before)}
        after={after && stateOf(after, name, sides.after)}
        isHeld={isHeld}
        onHold={setHeld}
        zoom={zoom}
        gain={gain}
        isAtSpot={isAtSpot}
        onFail={onFail}
      />
      <CompareSizes before={before} after={after} sides={sides} />
      <CompareToolbar
        mode={after && mode}
        percent={zoom.percent}
        isFit={zoom.isFit}
        isFullScreen={fullScreen.isFullScreen}
        onMode={setMode}
        onZoom={zoom.zoomTo}
        onFullScreen={fullScreen.toggle}
        isHelpOpen={help.isOpen}
        onHelp={help.toggle}
      />
      {mode === 'flash' && after && <HoldButton state={sides.before} onHold={setHeld} />}
      {mode === 'difference' && after && (
        <DifferenceNote gain={gain} onGain={setGain} isOtherSize={after.width !== before.width} />
      )}
      {help.isOpen && <CompareHelp hasResult={after !== undefined} onClose={help.close} />}
    </section>
  )
}

function labelOf(hasResult: boolean, sides: NonNullable<CompareViewProps['sides']>): string {
  if (!hasResult) return COMPARE_TEXTS.plainLabel
  return sides === BEFORE_AND_AFTER ? COMPARE_TEXTS.label : VERSION_TEXTS.compare
}

function useHelp(root: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false)
  return {
    isOpen,
    toggle: () => setOpen((wasOpen) => !wasOpen),
    /** The focus goes back to where keys work. */
    close: () => {
      setOpen(false)
      root.current?.querySelector<HTMLElement>('[role="group"]')?.focus()
    },
  }
}

const modeAfter = (mode: CompareMode): CompareMode =>
  COMPARE_MODES[(COMPARE_MODES.indexOf(mode) + 1) % COMPARE_MODES.length]!

/** Shows the state before while it is pressed, by pointer or by Space. */
function HoldButton({ state, onHold }: { readonly state: string; readonly onHold: (isHeld: boolean) => void }) {
  const onKey = (event: KeyboardEvent, isDown: boolean) => {
    if (event.key === ' ' || event.key === 'Enter') onHold(isDown)
  }
  return (
    <Button
      variant="default"
      className={classes.hold}
      leftSection={<IconEye size={18} aria-hidden />}
      onPointerDown={() => onHold(true)}
      onPointerUp={() => onHold(false)}
      onPointerLeave={() => onHold(false)}
      onPointerCancel={() => onHold(false)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => onKey(event, true)}
      onKeyUp={(event) => onKey(event, false)}
      onBlur={() => onHold(false)}
    >
      {fillText(COMPARE_TEXTS.hold, { state })}
    </Button>
  )
}
