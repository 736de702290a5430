// Recognises a Display P3 profile by its primaries, so that wide colours survive the engine untouched (engine study §3.6).

/** XYZ (D50) of the red, green and blue primaries of Display P3, as profiles write them. */
const P3_PRIMARIES = { rXYZ: [0.5151, 0.2412, -0.0011], gXYZ: [0.2919, 0.6922, 0.0419], bXYZ: [0.1571, 0.0666, 0.7841] }
const TOLERANCE = 0.004
const TAG_TABLE_AT = 128

export function isDisplayP3(profile: Buffer | undefined): boolean {
  if (!profile || profile.length < TAG_TABLE_AT + 4 || profile.toString('latin1', 16, 20) !== 'RGB ') return false
  return Object.entries(P3_PRIMARIES).every(([tag, wanted]) => {
    const found = readXyz(profile, tag)
    return found?.every((value, i) => Math.abs(value - wanted[i]!) < TOLERANCE)
  })
}

function readXyz(profile: Buffer, tag: string): number[] | undefined {
  const count = Math.min(profile.readUInt32BE(TAG_TABLE_AT), 100)
  for (let i = 0; i < count; i++) {
    const entry = TAG_TABLE_AT + 4 + i * 12
    if (entry + 12 > profile.length) return undefined
    if (profile.toString('latin1', entry, entry + 4) !== tag) continue
    const at = profile.readUInt32BE(entry + 4) + 8
    if (at + 12 > profile.length) return undefined
    return [0, 4, 8].map((offset) => profile.readInt32BE(at + offset) / 65536)
  }
  return undefined
}
