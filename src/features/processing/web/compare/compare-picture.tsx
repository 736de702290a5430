// One of the two pictures, laid into the space. It starts with the light version for the screen; when the zoom asks for
// more pixels than that has, the full-size file is loaded behind and takes its place once it is decoded.
import { useEffect, useState } from 'react'
import { alignIn, type Placement, type Size } from './compare-geometry.ts'
import classes from './compare-view.module.css'

export interface ComparedPicture extends Size {
  readonly address: string
  /** Full-size file, where there is one. */
  readonly fullAddress?: string
  readonly alt: string
}

interface ComparePictureProps {
  readonly picture: ComparedPicture
  readonly space: Size
  readonly placement: Placement
  readonly pixelRatio: number
  readonly onFail?: () => void
}

export function ComparePicture({ picture, space, placement, pixelRatio, onFail }: ComparePictureProps) {
  const [naturalWidth, setNaturalWidth] = useState<number>()
  const box = alignIn(space, picture)
  const scale = placement.scale
  const shownDevicePixels = box.width * scale * pixelRatio
  const wantsFull = naturalWidth !== undefined && naturalWidth < picture.width && shownDevicePixels > naturalWidth * 1.1
  const full = useDecodedAddress(wantsFull ? picture.fullAddress : undefined)
  return (
    <img
      src={full ?? picture.address}
      alt={picture.alt}
      className={classes.picture}
      draggable={false}
      decoding="async"
      onLoad={(event) => setNaturalWidth((known) => known ?? event.currentTarget.naturalWidth)}
      onError={onFail}
      data-sharp={scale * pixelRatio >= 4 || undefined}
      style={{
        width: box.width * scale,
        height: box.height * scale,
        transform: `translate(${placement.x + box.x * scale}px, ${placement.y + box.y * scale}px)`,
      }}
    />
  )
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
