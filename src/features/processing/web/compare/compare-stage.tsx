// What a mode shows: two layers with a divider, two panes, or one picture that a press exchanges.
import { Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { TOOL_PAGE_TEXTS } from '#rulebook/tool-page.ts'
import { COMPARE_TEXTS } from '#rulebook/tool-page-texts.ts'
import { CompareDivider } from './compare-divider.tsx'
import { dividerFraction, type Size, visibleRange } from './compare-geometry.ts'
import { ComparePane, type PaneLayout } from './compare-pane.tsx'
import { type ComparedPicture, ComparePicture } from './compare-picture.tsx'
import type { CompareMode } from './compare-toolbar.tsx'
import classes from './compare-view.module.css'
import type { CompareZoom } from './use-compare-zoom.ts'

interface CompareStageProps {
  readonly mode: CompareMode
  readonly before: ComparedPicture
  readonly after: ComparedPicture | undefined
  /** The state before is shown instead of everything else. */
  readonly isHeld: boolean
  readonly onHold: (isHeld: boolean) => void
  readonly zoom: CompareZoom
  readonly onFail?: () => void
}

const FIRST_FRACTION = 0.5
/** Without a result the divider leaves most of the picture free. */
const WAITING_FRACTION = 0.84

export function CompareStage(props: CompareStageProps) {
  const { mode, after, zoom } = props
  const style = { '--compare-ratio': String(zoom.space.width / zoom.space.height) } as React.CSSProperties
  const keysId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: zoom and pan have keys here, and a click gives them the focus
      tabIndex={0}
      aria-label={COMPARE_TEXTS.label}
      aria-describedby={keysId}
      className={classes.stage}
      style={style}
      data-mode={after ? mode : 'slider'}
    >
      <span id={keysId} className={classes.hiddenText}>
        {COMPARE_TEXTS.keys}
      </span>
      {mode === 'sideBySide' && after ? (
        <SideBySide {...props} after={after} />
      ) : mode === 'flash' && after ? (
        <Flash {...props} after={after} />
      ) : (
        <Slider {...props} key={after ? 'result' : 'waiting'} />
      )}
    </div>
  )
}

type WithAfter = CompareStageProps & { readonly after: ComparedPicture }

function Slider({ before, after, isHeld, zoom, onFail }: CompareStageProps) {
  const [fraction, setFraction] = useState(after ? FIRST_FRACTION : WAITING_FRACTION)
  const fractionAt = (x: number, { placement, pane }: PaneLayout) =>
    setFraction(dividerFraction(x, visibleRange(placement, zoom.space, pane)))
  return (
    <ComparePane {...zoom} onPoint={(at, layout) => fractionAt(at.x, layout)}>
      {(layout) => {
        const range = visibleRange(layout.placement, zoom.space, layout.pane)
        const leftPx = isHeld ? range.to : range.from + fraction * (range.to - range.from)
        const shown = { ...zoom, placement: layout.placement, onFail }
        const clipPath = `inset(0 0 0 ${leftPx}px)`
        return (
          <>
            <ComparePicture picture={before} {...shown} />
            <div className={classes.layer} style={{ clipPath }}>
              {after ? (
                <ComparePicture picture={after} {...shown} />
              ) : (
                <Waiting leftPx={leftPx} rightPx={range.to} layout={layout} space={zoom.space} />
              )}
            </div>
            <Tag side="left" text={TOOL_PAGE_TEXTS.before} />
            {after && !isHeld && <Tag side="right" text={TOOL_PAGE_TEXTS.after} />}
            <CompareDivider
              fraction={fraction}
              leftPx={leftPx}
              onFraction={setFraction}
              onDrag={(clientX) => fractionAt(clientX - (layout.element?.getBoundingClientRect().left ?? 0), layout)}
            />
          </>
        )
      }}
    </ComparePane>
  )
}

/** The side of a result that does not exist yet; it claims nothing. */
function Waiting({ leftPx, rightPx, layout: { placement, pane }, space }: WaitingProps) {
  const top = Math.max(0, placement.y)
  const bottom = Math.min(pane.height, placement.y + space.height * placement.scale)
  return (
    <div className={classes.waiting} style={{ left: leftPx, top, width: rightPx - leftPx, height: bottom - top }}>
      <Text size="sm">{COMPARE_TEXTS.waiting}</Text>
    </div>
  )
}

interface WaitingProps {
  readonly leftPx: number
  readonly rightPx: number
  readonly layout: PaneLayout
  readonly space: Size
}

function SideBySide({ before, after, zoom, onFail }: WithAfter) {
  const pane = (picture: ComparedPicture, text: string, onPane?: CompareZoom['onPane']): ReactNode => (
    <ComparePane {...zoom} onPane={onPane}>
      {({ placement }) => (
        <>
          <ComparePicture picture={picture} {...zoom} placement={placement} onFail={onFail} />
          <Tag side="left" text={text} />
        </>
      )}
    </ComparePane>
  )
  return (
    <>
      {pane(before, TOOL_PAGE_TEXTS.before, zoom.onPane)}
      {pane(after, TOOL_PAGE_TEXTS.after)}
    </>
  )
}

function Flash({ before, after, isHeld, onHold, zoom, onFail }: WithAfter) {
  return (
    <ComparePane {...zoom} onHold={onHold}>
      {({ placement }) => (
        <>
          <ComparePicture picture={after} {...zoom} placement={placement} onFail={onFail} />
          <div className={classes.layer} style={{ visibility: isHeld ? 'visible' : 'hidden' }}>
            <ComparePicture picture={before} {...zoom} placement={placement} onFail={onFail} />
          </div>
          <Tag side="left" text={isHeld ? TOOL_PAGE_TEXTS.before : TOOL_PAGE_TEXTS.after} />
        </>
      )}
    </ComparePane>
  )
}

const Tag = ({ side, text }: { readonly side: 'left' | 'right'; readonly text: string }) => (
  <span className={classes.tag} data-side={side} aria-hidden>
    {text}
  </span>
)
