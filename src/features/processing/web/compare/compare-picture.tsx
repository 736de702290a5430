// One of the two pictures, placed in the space of the view (compare-geometry.ts). It starts with the light version for the screen; when the zoom asks for more
// pixels than that has, tiles of the full picture lie over it where it is seen, or the full-size file takes its place where there are no tiles.
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import type { StartJob } from '../../contract.ts'
import { alignIn, type Point, type Size } from './compare-geometry.ts'
import { useSettledPlacement } from './compare-pane.tsx'
import { CompareTiles } from './compare-tiles.tsx'
import classes from './compare-view.module.css'
import type { CompareZoom } from './use-compare-zoom.ts'
import { usePictureTiles } from './use-picture-tiles.ts'
import { askForMissingPictures, usePictureTries } from './use-picture-tries.ts'

export interface ComparedPicture extends Size {
  readonly address: string
  /** Full-size file, where there is one. */
  readonly fullAddress?: string
  /** Whose tiles show the full picture when it is large. */
  readonly tilesOf?: StartJob['source']
  readonly alt: string
  /** Its label: 处理前, 处理后, or the name of a version. */
  readonly state: string
}

interface ComparePictureProps {
  readonly picture: ComparedPicture
  readonly zoom: CompareZoom
  readonly pane: Size
  readonly onFail?: () => void
}

/** From here on people look at pixels; device pixels per picture pixel. */
const PIXELS_FROM = 2
/** Enlarging the view file by less than this loses nothing that is seen. */
const STRETCH = 1.1

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`
const placeIn = (space: Size, box: Point & Size) => ({
  left: percent(box.x, space.width),
  top: percent(box.y, space.height),
  width: percent(box.width, space.width),
  height: percent(box.height, space.height),
})

export function ComparePicture({ picture, zoom, pane, onFail }: ComparePictureProps) {
  const { space, pixelRatio } = zoom
  const { naturalWidth, onLoad } = useFirstWidth()
  const placement = useSettledPlacement(zoom, pane)
  const box = alignIn(space, picture)
  const shownDevicePixels = box.width * placement.scale * pixelRatio
  const wantsMore =
    naturalWidth !== undefined && naturalWidth < picture.width && shownDevicePixels > naturalWidth * STRETCH
  const tiles = usePictureTiles(picture.tilesOf, wantsMore)
  const full = useDecodedAddress(wantsMore && tiles.isMissing ? picture.fullAddress : undefined)
  const address = full ?? picture.address
  const { tries, isBroken, onError } = usePictureTries(address, onFail)
  return (
    <>
      <div
        className={classes.world}
        data-world
        data-sharp={placement.scale * pixelRatio >= PIXELS_FROM || undefined}
        data-detail={wantsMore ? tiles.state : undefined}
      >
        <div className={classes.picture} style={placeIn(space, box)}>
          <img
            key={tries}
            src={address}
            alt={picture.alt}
            draggable={false}
            decoding="async"
            onLoad={onLoad}
            onError={onError}
          />
          {wantsMore && tiles.levels && (
            <CompareTiles
              levels={tiles.levels}
              tilePx={tiles.tilePx}
              box={box}
              placement={placement}
              pane={pane}
              pixelRatio={pixelRatio}
              onFail={tiles.renew}
            />
          )}
        </div>
      </div>
      {wantsMore && tiles.state === 'loading' && <Note text={COMPARE_TEXTS.loadingDetail} />}
      {isBroken && (
        <Note text={COMPARE_TEXTS.broken}>
          {/* A press here is none on the picture below. */}
          <button type="button" onPointerDown={(event) => event.stopPropagation()} onClick={askAgain}>
            {COMPARE_TEXTS.again}
          </button>
        </Note>
      )}
    </>
  )
}

const Note = ({ text, children }: { readonly text: string; readonly children?: ReactNode }) => (
  <span className={classes.tag} data-side="bottom">
    <span role="status">{text}</span>
    {children}
  </span>
)

/** The button goes with the press; the keys of the view stay with the keyboard. */
function askAgain({ currentTarget }: MouseEvent): void {
  currentTarget.closest<HTMLElement>('[tabindex]')?.focus()
  askForMissingPictures()
}

/** Width of the light version, which comes first: what the zoom asks for is measured against it. */
function useFirstWidth() {
  const [naturalWidth, setNaturalWidth] = useState<number>()
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const arrived = currentTarget.naturalWidth // an updater may run later, when the event has no target any more
    setNaturalWidth((known) => known ?? arrived)
  }
  return { naturalWidth, onLoad }
}

/** The address once its picture can be shown without a flash; undefined until then, and for good when it fails. */
function useDecodedAddress(address: string | undefined): string | undefined {
  const [decoded, setDecoded] = useState<string>()
  useEffect(() => {
    if (!address || address === decoded) return
    let isWanted = true
    const image = new Image()
    image.src = address
    image.decode().then(
      () => isWanted && setDecoded(address),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [address, decoded])
  return decoded
}
