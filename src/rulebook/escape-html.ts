/** For text and for attributes in double quotes, by numeric entities: they mean the same in HTML and in mail programs' parsers. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
