// What a mode shows: two layers with a divider, two panes, one picture that a press exchanges, or the difference of both; without a
// result the photo alone (decision 0212).
import { type ReactNode, useId, useRef } from 'react'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import { CompareDivider } from './compare-divider.tsx'
import { dividerFraction, placementOf, type Size, visibleRange } from './compare-geometry.ts'
import { ComparePane } from './compare-pane.tsx'
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
  /** Amplification of the difference. */
  readonly gain: number
  /** The view stands where it opened, close to the largest change. */
  readonly isAtSpot: boolean
  readonly onFail?: () => void
}

export function CompareStage(props: CompareStageProps) {
  const { mode, after, zoom } = props
  const style = { '--compare-ratio': String(zoom.space.width / zoom.space.height) } as React.CSSProperties
  const keysId = useId()
  const shownMode = after ? mode : 'plain'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: zoom and pan have keys here, and a click gives them the focus
      tabIndex={0}
      aria-label={after ? COMPARE_TEXTS.label : COMPARE_TEXTS.plainLabel}
      aria-describedby={keysId}
      className={classes.stage}
      style={style}
      data-mode={shownMode}
    >
      <span id={keysId} className={classes.hiddenText}>
        {after ? COMPARE_TEXTS.keys : COMPARE_TEXTS.plainKeys}
      </span>
      {!after && <Plain {...props} />}
      {after && shownMode === 'slider' && <Slider {...props} after={after} />}
      {after && shownMode === 'sideBySide' && <SideBySide {...props} after={after} />}
      {after && shownMode === 'flash' && <Flash {...props} after={after} />}
      {after && shownMode === 'difference' && <Difference {...props} after={after} />}
    </div>
  )
}

type WithAfter = CompareStageProps & { readonly after: ComparedPicture }

/** Nothing to compare with: nothing lies over the photo, and nothing can be pulled. */
const Plain = ({ before, zoom, onFail }: CompareStageProps) => (
  <ComparePane zoom={zoom}>
    {(pane) => <ComparePicture picture={before} zoom={zoom} pane={pane} onFail={onFail} />}
  </ComparePane>
)

function Slider({ before, after, isHeld, zoom, isAtSpot, onFail }: WithAfter) {
  const { motion, space } = zoom
  const stage = useRef<HTMLDivElement>(null)
  const pointAt = (x: number, pane: Size) =>
    motion.move((state) => ({
      ...state,
      fraction: dividerFraction(x, visibleRange(placementOf(state.view, space, pane), space, pane)),
    }))
  return (
    <ComparePane zoom={zoom} onPoint={({ x }, pane) => pointAt(x, pane)}>
      {(pane) => (
        <>
          <div ref={stage} className={classes.layer}>
            <ComparePicture picture={before} zoom={zoom} pane={pane} onFail={onFail} />
          </div>
          <div className={classes.curtain} data-curtain hidden={isHeld}>
            <div className={classes.layer}>
              <ComparePicture picture={after} zoom={zoom} pane={pane} onFail={onFail} />
            </div>
          </div>
          <Tag side="left" text={before.state} />
          {!isHeld && <Tag side="right" text={after.state} />}
          {isAtSpot && (
            <span role="status" className={classes.tag} data-side="foot">
              {COMPARE_TEXTS.atSpot}
            </span>
          )}
          <CompareDivider
            motion={motion}
            state={before.state}
            onDrag={(clientX) => pointAt(clientX - (stage.current?.getBoundingClientRect().left ?? 0), pane)}
          />
        </>
      )}
    </ComparePane>
  )
}

function SideBySide({ before, after, zoom, onFail }: WithAfter) {
  const paneOf = (picture: ComparedPicture, isMain: boolean): ReactNode => (
    <ComparePane zoom={zoom} isMain={isMain}>
      {(pane) => (
        <>
          <ComparePicture picture={picture} zoom={zoom} pane={pane} onFail={onFail} />
          <Tag side="left" text={picture.state} />
        </>
      )}
    </ComparePane>
  )
  return (
    <>
      {paneOf(before, true)}
      {paneOf(after, false)}
    </>
  )
}

function Flash({ before, after, isHeld, onHold, zoom, onFail }: WithAfter) {
  return (
    <ComparePane zoom={zoom} onHold={onHold}>
      {(pane) => (
        <>
          <ComparePicture picture={after} zoom={zoom} pane={pane} onFail={onFail} />
          <div className={classes.layer} style={{ visibility: isHeld ? 'visible' : 'hidden' }}>
            <ComparePicture picture={before} zoom={zoom} pane={pane} onFail={onFail} />
          </div>
          <Tag side="left" text={isHeld ? before.state : after.state} />
        </>
      )}
    </ComparePane>
  )
}

/** The browser subtracts the pictures as they are shown, tiles included, and a filter makes the rest brighter. */
function Difference({ before, after, isHeld, gain, zoom, onFail }: WithAfter) {
  return (
    <ComparePane zoom={zoom}>
      {(pane) => (
        <>
          <div className={classes.difference} style={isHeld ? undefined : { filter: `brightness(${gain})` }}>
            <ComparePicture picture={before} zoom={zoom} pane={pane} onFail={onFail} />
            <div className={classes.subtracted} hidden={isHeld}>
              <ComparePicture picture={after} zoom={zoom} pane={pane} onFail={onFail} />
            </div>
          </div>
          <Tag side="left" text={isHeld ? before.state : COMPARE_TEXTS.difference} />
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
