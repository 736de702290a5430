// Names of downloaded files (document 2 §2, C-37).

/** A result downloads as a real PNG of this name. */
export const resultFileName = (timestampMs: number, ending = 'png'): string => `processed-${timestampMs}.${ending}`

/** `生日 - 高保真增强 V2.png`: a result in an archive keeps the name of its picture; what no file system takes becomes an underscore. */
export const archivedResultName = (originalName: string, modelName: string): string =>
  `${safeFileName(originalName.replace(/\.[^.]*$/, ''))} - ${safeFileName(modelName)}.png`

export const safeFileName = (text: string): string => text.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 120) || '_'
