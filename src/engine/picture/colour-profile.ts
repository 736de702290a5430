// Recognises a Display P3 profile by its primaries, so that wide colours survive the engine untouched (engine study §3.6), and an sRGB one.

/** XYZ (D50) of the red, green and blue primaries of Display P3, as profiles write them. */
const P3_PRIMARIES = { rXYZ: [0.5151, 0.2412, -0.0011], gXYZ: [0.2919, 0.6922, 0.0419], bXYZ: [0.1571, 0.0666, 0.7841] }
const SRGB_PRIMARIES = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
}
const TOLERANCE = 0.004
const TAG_TABLE_AT = 128

export const isDisplayP3 = (profile: Buffer | undefined): boolean => hasPrimaries(profile, P3_PRIMARIES)
/** A picture without a profile is read as sRGB, too. */
export const isSrgb = (profile: Buffer | undefined): boolean => !profile || hasPrimaries(profile, SRGB_PRIMARIES)

function hasPrimaries(profile: Buffer | undefined, primaries: Readonly<Record<string, readonly number[]>>): boolean {
  if (!profile || profile.length < TAG_TABLE_AT + 4 || profile.toString('latin1', 16, 20) !== 'RGB ') return false
  return Object.entries(primaries).every(([tag, wanted]) => {
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
