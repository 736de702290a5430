// heic-decode ships no types; this is the part that we call.
declare module 'heic-decode' {
  interface DecodedHeic {
    readonly width: number
    readonly height: number
    readonly data: Uint8ClampedArray
  }
  export default function decode(options: { buffer: Uint8Array }): Promise<DecodedHeic>
}
