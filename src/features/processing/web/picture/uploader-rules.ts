// What each uploader of a tool page takes (C-10, C-11): for the file chooser, and before a byte is sent.
import { extensionsOf, MAIN_FORMATS, mimeTypesOf } from '#rulebook/pictures/image-formats.ts'
import { checkAlternateUpload, checkMainUpload } from '#rulebook/pictures/upload.ts'

export type ToolUploader = 'main' | 'alternate'

export const ACCEPT: Readonly<Record<ToolUploader, string>> = {
  main: [...mimeTypesOf(MAIN_FORMATS), ...extensionsOf(MAIN_FORMATS)].join(','),
  alternate: 'image/*',
}

export const UPLOAD_CHECKS = { main: checkMainUpload, alternate: checkAlternateUpload } as const
